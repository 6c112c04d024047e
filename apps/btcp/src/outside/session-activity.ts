import { type CallOutcome, type Drive, fileName, type ToolResult } from '@btcp/tools';
import type { AppEvent, Message, RecordedAction } from '../contract/types.js';
import { begunPart, donePart, failedPart } from '../recording/call-part.js';
import { DrivenAddresses } from '../recording/driven-addresses.js';
import { recordedSteps } from '../recording/record-call.js';
import { recordedDrive } from '../recording/record-drive.js';
import { LastSnapshot } from '../recording/surroundings.js';

const MAX_CALLS = 500;
const MAX_ACTIONS = 2_000;

/** What is called in a session that an agent elsewhere began, and the recording of it; in memory, the newest only. */
export class SessionActivity {
  readonly #listeners = new Set<(event: AppEvent) => void>();
  readonly #addresses = new DrivenAddresses();
  readonly #seen = new LastSnapshot();
  readonly #pathOf: (file: string) => string;
  #messages: Message[] = [];
  #actions: RecordedAction[] = [];
  #running = 0;
  #calls = 0;
  #lastAction = 0;

  constructor(pathOf: (file: string) => string) {
    this.#pathOf = pathOf;
  }

  get messages(): Message[] {
    return this.#messages;
  }

  get actions(): RecordedAction[] {
    return this.#actions;
  }

  /** How many calls there were; undefined while none runs. */
  get step(): number | undefined {
    return this.#running > 0 ? this.#calls : undefined;
  }

  begin(name: string, input: unknown): (outcome: CallOutcome) => void {
    const id = String(++this.#calls);
    const started = Date.now();
    const part = begunPart(id, name, input);
    this.#running++;
    this.#show({ id, role: 'agent', created: started, parts: [part] });
    return (outcome) => {
      this.#running--;
      const ended =
        'result' in outcome
          ? donePart(name, input, outcome.result, this.#picturesOf(outcome.result))
          : failedPart(outcome.error);
      const duration = Date.now() - started;
      this.#show({ id, role: 'agent', created: started, parts: [{ ...part, ...ended, duration }] });
      for (const action of recordedSteps(name, input, outcome, this.#seen)) {
        this.#keep({ ...action, url: this.#addresses.shown('', action) });
      }
      if ('result' in outcome && outcome.result.files?.length) this.#emit({ type: 'files' });
    };
  }

  drove(drive: Drive): void {
    this.#addresses.note('');
    this.#keep(recordedDrive(drive));
  }

  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #picturesOf({ files = [] }: ToolResult): string[] {
    return files
      .filter(({ mimeType }) => mimeType.startsWith('image/'))
      .map(({ path }) => this.#pathOf(fileName(path)));
  }

  #show(message: Message): void {
    const known = this.#messages.findIndex(({ id }) => id === message.id);
    if (known >= 0) this.#messages = this.#messages.with(known, message);
    else this.#messages = [...this.#messages.slice(1 - MAX_CALLS), message];
    this.#emit({ type: 'message', message });
  }

  #keep(recorded: Omit<RecordedAction, 'id'>): void {
    const action = { ...recorded, id: ++this.#lastAction };
    this.#actions = [...this.#actions.slice(1 - MAX_ACTIONS), action];
    this.#emit({ type: 'action', action });
  }

  #emit(event: AppEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
