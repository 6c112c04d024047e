import type { ViewerState } from '../state/viewer-state.js';
import type { Viewer } from '../viewer/viewer.js';
import { element, iconButton, isSubmit, type Part } from './elements/element.js';
import { icon } from './elements/icons.js';
import { createSiteMenu } from './site-menu.js';

export function createAddressBar(viewer: Viewer): Part<ViewerState> {
  const back = iconButton(icon('back'), 'Back', () => viewer.navigate('back'));
  const forward = iconButton(icon('forward'), 'Forward', () => viewer.navigate('forward'));
  const reload = iconButton(icon('reload'), 'Reload', () => viewer.navigate('reload'));
  const stop = iconButton(icon('stop'), 'Stop loading', () => viewer.navigate('stop'));
  const address = element('input', {
    type: 'text',
    inputmode: 'url',
    'aria-label': 'Address',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    onfocus: () => address.select(),
    onkeydown(event) {
      if (isSubmit(event)) go();
      if ((event as KeyboardEvent).key === 'Escape') leave();
    },
  });
  const go = () => {
    const url = addressOf(address.value.trim());
    if (url) viewer.navigate({ url });
    viewer.focus();
  };
  const leave = () => {
    address.value = viewer.getSnapshot().history?.url ?? '';
    viewer.focus();
  };
  const form = element('form', { class: 'address' }, address);
  const site = createSiteMenu(viewer);
  const root = element('div', { class: 'navigation' }, back, forward, reload, stop, form, site.root);

  return {
    root,
    update(state) {
      const { history, isLoading, isDriving } = state;
      site.update(state);
      back.disabled = !isDriving || !history?.canGoBack;
      forward.disabled = !isDriving || !history?.canGoForward;
      reload.disabled = !isDriving;
      reload.hidden = isLoading && isDriving;
      stop.hidden = !reload.hidden;
      address.readOnly = !isDriving;
      form.classList.toggle('loading', isLoading);
      // Keep what the person is typing.
      if (!address.matches(':focus') || address.readOnly) address.value = history?.url ?? '';
    },
  };
}

function addressOf(text: string): string {
  if (text === '' || /^[a-z][a-z\d+.-]*:(?!\d+(?:\/|$))/i.test(text)) return text;
  return `${/^(?:localhost|[\d.]+|\[[\da-f:]+\])(?::|\/|$)/i.test(text) ? 'http' : 'https'}://${text}`;
}
