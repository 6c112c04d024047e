import {
  type ActionAnswer,
  type DragAnswer,
  type ElementInfo,
  labelOf,
  type PressAnswer,
  type UploadAnswer,
} from '@btcp/protocol';

export type Labelled<Answer> = Answer & { element: string };

/** The element that an action acted on, and its state after the action. */
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
