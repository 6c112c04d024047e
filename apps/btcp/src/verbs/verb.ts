export interface Verb {
  /** One to three words: `get text`. */
  name: string;
  tool: string;
  /** What it does, where the title of its tool is too general. */
  title?: string;
  /** Arguments by position. `url?` can be left out, `paths...` takes all that follow. */
  words: readonly string[];
  /** Short flags, and flags with another name than their argument. */
  flags?: Readonly<Record<string, string>>;
  /** Flags without a value, and the arguments that each one sets. */
  switches?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  given?: Readonly<Record<string, unknown>>;
  /** Arguments unless the line sets them. */
  standard?: Readonly<Record<string, unknown>>;
  /** Arguments that follow from another one being given. */
  implied?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** An argument that is the origin of the page unless it is given. */
  ofPage?: string;
  /** Arguments that are paths, relative to the folder of the command. */
  paths?: readonly string[];
  /** Paths of files whose text is sent with the call, and the arguments that take the text. */
  sends?: Readonly<Record<string, string>>;
  aliases?: readonly string[];
  /** Saves the file of the result as the file that this word names. */
  savesTo?: string;
  /** Prints only the path of the file that was saved. */
  printsPath?: boolean;
}
