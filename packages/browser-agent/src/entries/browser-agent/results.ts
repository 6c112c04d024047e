import {
  type ActionAnswer,
  type DragAnswer,
  type ElementInfo,
  labelOf,
  type PressAnswer,
  type UploadAnswer,
} from '@btcp/protocol';

/** The element as people read it: `button "Save"`. */
export type Labelled<Answer> = Answer & { element: string };

/** What an action reports: the element it acted on, and the state of that element now. */
export type ActionResult = Labelled<ActionAnswer>;
/** The result of a key press. */
export type PressResult = Labelled<PressAnswer>;
/** The result of a drag. */
export type DragResult = Labelled<DragAnswer>;
/** The result of an upload. */
export type UploadResult = Labelled<UploadAnswer>;

export function withLabel<Answer extends ElementInfo>(answer: Answer): Labelled<Answer> {
  return { element: labelOf(answer), ...answer };
}
