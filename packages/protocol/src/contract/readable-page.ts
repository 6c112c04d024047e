import type { BoxAnswer } from '../page/answers.js';

/** How the text of an element is written. */
export type TextFormat = 'text' | 'markdown';

/** What can be read of a page, as data. Reading commands are made of it; the code inside a document implements it. */
export interface ReadablePage {
  /** `unread` has the refs of frames of another origin. */
  text(selector: string, format?: TextFormat): { text: string; unread?: string[] | undefined };
  attribute(selector: string, name: string): string | null;
  /** As it is in the document, in full. */
  html(selector: string): string;
  value(selector: string): string;
  count(selector: string): number;
  isVisible(selector: string): boolean;
  state(selector: string): ElementState;
  /** In the viewport, after the element was scrolled into it. */
  box(selector: string): BoxAnswer;
  /** Where the element is now, in the viewport of its frame. */
  place(selector: string): BoxAnswer;
  /** Computed values by property; the common ones if none is named. */
  styles(selector: string, names?: readonly string[]): Record<string, string>;
  /** The style rules that match, in the order of their sheets. */
  rules(selector: string): string[];
  locator(selector: string): string;
}

/** Whether an element can be seen and used. */
export interface ElementState {
  visible: boolean;
  enabled: boolean;
  focused: boolean;
  checked?: boolean | 'mixed';
}
