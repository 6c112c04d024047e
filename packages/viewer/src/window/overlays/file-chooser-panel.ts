import type { FileChooser } from '../../state/viewer-state.js';
import type { Viewer } from '../../viewer/viewer.js';
import { element } from '../elements/element.js';
import { panel } from './panel.js';

export function fileChooserPanel(viewer: Viewer, { multiple, accept }: FileChooser): HTMLElement {
  const field = element('input', {
    type: 'file',
    'aria-label': multiple ? 'Files' : 'File',
    autofocus: true,
    multiple,
    accept: accept || undefined,
  });
  return panel({
    role: 'dialog',
    title: multiple ? 'Choose files to upload' : 'Choose a file to upload',
    body: [field],
    accept: 'Upload',
    decline: 'Cancel',
    canAnswer: true,
    onAnswer: (chosen) => void viewer.answerFileChooser(chosen ? (field.files ?? []) : []),
  });
}
