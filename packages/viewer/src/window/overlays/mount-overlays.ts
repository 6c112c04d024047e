import type { Viewer } from '../../viewer/viewer.js';
import { element } from '../elements/element.js';
import { dialogPanel } from './dialog-panel.js';
import { fileChooserPanel } from './file-chooser-panel.js';
import { pickerPanel } from './picker-panel.js';
import { createToasts } from './toasts.js';

/** Shows what a headless browser does not paint, such as pickers, dialogs and downloads, on a stage that the canvas fills. */
export function mountOverlays(viewer: Viewer, stage: HTMLElement): { close(): void } {
  const layer = element('div', { class: 'layer' });
  const toasts = createToasts();
  stage.append(layer, toasts.root);
  let shown: unknown;

  const update = () => {
    const state = viewer.getSnapshot();
    toasts.update(state);
    const { dialog, picker, fileChooser, isDriving } = state;
    // A dialog stops the page, so everyone sees why; pickers are only for the driver.
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
