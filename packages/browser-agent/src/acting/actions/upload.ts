import { BtcpError, type UploadAnswer, type UploadFile } from '@btcp/protocol';
import { isTag, viewOf } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { assertEnabled } from '../actionability/assert-actionable.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { sendChange, sendInput } from '../fields/field-events.js';
import { resultOf } from '../fields/field-state.js';
import type { Page } from '../page/page.js';

export async function upload(page: Page, selector: string, files: readonly UploadFile[]): Promise<UploadAnswer> {
  const located = locate(page.document, page.refs, selector);
  const input = fileInputOf(located);
  const element = input ?? located;
  const subject = infoOf(page.refs, element);
  assertEnabled(element);
  const { DataTransfer } = viewOf(element);
  const data = new DataTransfer();
  for (const file of files) data.items.add(fileOf(element, file));
  if (input) give(input, data);
  else await drop(page, element, data);
  await settle();
  return { ...resultOf(subject, element), files: [...data.files].map(({ name, size }) => ({ name, size })) };
}

export function fileInputOf(element: Element): HTMLInputElement | undefined {
  if (isFileInput(element)) return element;
  if (isTag(element, 'label') && element.control && isFileInput(element.control)) return element.control;
  const inner = [...element.querySelectorAll('input')].filter(isFileInput);
  return inner.length === 1 ? inner[0] : undefined;
}

function isFileInput(element: Element): element is HTMLInputElement {
  return isTag(element, 'input') && element.type === 'file';
}

function fileOf(element: Element, { name, mimeType, text, base64 }: UploadFile): File {
  const { File } = viewOf(element);
  if (!name) throw new BtcpError('invalid_input', 'Each file needs a name.', { hint: 'Give name and content.' });
  return new File([base64 === undefined ? (text ?? '') : bytesOf(base64, name)], name, { type: mimeType ?? '' });
}

function bytesOf(base64: string, name: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new BtcpError('invalid_input', `The content of ${name} is not valid base64.`, {
      hint: 'Encode the bytes as base64, or give plain text as text.',
      cause,
    });
  }
}

function give(input: HTMLInputElement, data: DataTransfer): void {
  if (data.files.length > 1 && !input.multiple) {
    throw new BtcpError('invalid_input', `${describe(input)} takes one file, not ${data.files.length}.`, {
      hint: 'Give one file.',
    });
  }
  input.files = data.files;
  sendInput(input);
  sendChange(input);
}

async function drop(page: Page, element: Element, data: DataTransfer): Promise<void> {
  const spot = await whenActionable(page, element);
  page.pointer.drag(spot.hit, 'dragenter', data, spot);
  const accepted = !page.pointer.drag(spot.hit, 'dragover', data);
  page.pointer.drag(spot.hit, accepted ? 'drop' : 'dragleave', data);
  if (accepted) return;
  throw new BtcpError('not_actionable', `${describe(element)} takes no files.`, {
    hint: 'Use the ref of a file input, its label or a drop zone.',
  });
}
