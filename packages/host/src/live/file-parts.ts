import { BtcpError, type ChosenFile, MAX_CHOSEN_BYTES, type ViewerMessage } from '@btcp/protocol';

// In base64, three bytes are four characters.
const MAX_CHARACTERS = Math.ceil(MAX_CHOSEN_BYTES / 3) * 4;

/** Joins the parts of files that one viewer sends: a message with all of them would hold the server up. */
export class FileParts {
  #id = '';
  #contents: string[] = [];

  /** The message with the parts that came before it, or nothing where more are to come. */
  join(message: ViewerMessage): ViewerMessage | undefined {
    if (message.type !== 'answer_file_chooser') return message;
    const { isPart, ...answer } = message;
    if (answer.id !== this.#id) this.#contents = [];
    this.#id = answer.id;
    this.#add(answer.files);
    if (isPart) return undefined;
    const files = answer.files.map((file, index) => ({ ...file, data: this.#contents[index] ?? '' }));
    this.#contents = [];
    return { ...answer, files };
  }

  #add(files: readonly ChosenFile[]): void {
    for (const [index, { data }] of files.entries()) this.#contents[index] = (this.#contents[index] ?? '') + data;
    if (this.#contents.reduce((sum, { length }) => sum + length, 0) <= MAX_CHARACTERS) return;
    this.#contents = [];
    throw new BtcpError('invalid_input', `The files are larger than ${MAX_CHOSEN_BYTES >> 20} MB together.`, {
      hint: 'Choose fewer files.',
    });
  }
}
