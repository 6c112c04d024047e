import type { GrantablePermission, Position } from '@btcp/protocol';
import type { ViewerState } from '../state/viewer-state.js';
import type { Viewer } from '../viewer/viewer.js';
import { element, iconButton, type Part } from './elements/element.js';
import { icon } from './elements/icons.js';

const WORDS: Readonly<Record<GrantablePermission, string>> = {
  geolocation: 'Know where you are',
  notifications: 'Show notifications',
  'clipboard-read': 'Read the clipboard of this browser',
};

/** The browser has no screen to ask on: it refuses what is not allowed here. */
export function createSiteMenu(viewer: Viewer): Part<ViewerState> {
  const heading = element('p', { class: 'origin' });
  const boxes = new Map(
    (Object.keys(WORDS) as GrantablePermission[]).map((name) => [name, element('input', { type: 'checkbox' })]),
  );
  const rows = [...boxes].map(([name, box]) => {
    box.addEventListener('change', () => void setPermission(viewer, name, box.checked));
    return element('label', {}, box, element('span', {}, WORDS[name]));
  });
  // With a tabindex, a click next to the boxes does not close it.
  const menu = element('div', {
    class: 'site-menu',
    role: 'group',
    'aria-label': 'Permissions',
    tabindex: -1,
    hidden: true,
  });
  menu.append(heading, ...rows, element('p', { class: 'note' }, 'Then repeat the step in the page.'));
  const button = iconButton(icon('settings'), 'Permissions of this site', () => show(menu.hidden === true));
  button.setAttribute('aria-expanded', 'false');
  const show = (isShown: boolean) => {
    menu.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
  };
  const root = element('div', { class: 'site' }, button, menu);
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || menu.hidden) return;
    event.stopPropagation();
    show(false);
    button.focus();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) show(false);
  });

  return {
    root,
    update({ isDriving, permissions }) {
      root.hidden = !isDriving || !permissions;
      if (root.hidden) show(false);
      heading.textContent = permissions ? `${permissions.origin} may` : '';
      for (const [name, box] of boxes) box.checked = permissions?.granted.includes(name) ?? false;
    },
  };
}

async function setPermission(viewer: Viewer, name: GrantablePermission, isGranted: boolean): Promise<void> {
  // The page may navigate while the browser asks the person.
  const { origin } = viewer.getSnapshot().permissions ?? {};
  if (origin === undefined) return;
  const position = isGranted && name === 'geolocation' ? await ownPosition() : undefined;
  viewer.setPermission(origin, name, isGranted, position);
}

function ownPosition(): Promise<Position | undefined> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      () => resolve(undefined),
      { timeout: 10_000 },
    );
  });
}
