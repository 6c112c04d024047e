import type { Viewer } from '../../viewer/viewer.js';
import { element } from '../elements/element.js';
import { dialogPanel } from './dialog-panel.js';
import { fileChooserPanel } from './file-chooser-panel.js';
import { pickerPanel } from './picker-panel.js';
import { createToasts } from './toasts.js';

/**
 * Shows what a browser without a screen does not paint: lists of choices, pickers, dialogs, file choosers, downloads. The
 * stage is positioned, and the viewer's canvas fills it.
 */
export function mountOverlays(viewer: Viewer, stage: HTMLElement): { close(): void } {
  const layer = element('div', { class: 'layer' });
  const toasts = createToasts();
  stage.append(layer, toasts.root);
  let shown: unknown;

  const update = () => {
    const state = viewer.getSnapshot();
    toasts.update(state);
    const { dialog, picker, fileChooser, isDriving } = state;
    // Pickers are only of use to who drives; a dialog stops the page, and everyone should see why.
    const asked = dialog ?? (isDriving ? (fileChooser ?? picker) : null);
    const key = asked && `${isDriving} ${JSON.stringify(asked)}`;
    if (key === shown) return;
    const hadFocus = layer.matches(':focus-within');
    shown = key;
    layer.replaceChildren();
    if (dialog) layer.append(dialogPanel(viewer, dialog, isDriving));
    else if (asked && fileChooser) layer.append(fileChooserPanel(viewer, fileChooser));
    else if (asked && picker) layer.append(pickerPanel(viewer, picker));
    else if (hadFocus) viewer.focus();
    if (!isDriving) return;
    const first = layer.querySelector<HTMLElement>('[autofocus]');
    first?.focus({ preventScroll: true });
    // As a browser does with the text that a prompt proposes.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
  };
  const unsubscribe = viewer.subscribe(update);
  update();
  return {
    close() {
      unsubscribe();
      layer.remove();
      toasts.root.remove();
    },
  };
}
