import type { LiveTab } from '@btcp/protocol';
import type { ViewerState } from '../state/viewer-state.js';
import type { Viewer } from '../viewer/viewer.js';
import { element, iconButton, type Part, textButton } from './elements/element.js';
import { icon } from './elements/icons.js';

export function createTabStrip(viewer: Viewer): Part<ViewerState> {
  const list = element('ul');
  const add = iconButton(icon('plus'), 'New tab', () => viewer.newTab());
  const follow = textButton('Follow agent', () => viewer.followAgent(), 'quiet');
  const root = element('nav', { class: 'tabs', 'aria-label': 'Tabs' }, list, add, follow);
  const shown = new Map<string, TabItem>();

  return {
    root,
    update({ tabs, watching, isDriving, isFollowing }) {
      for (const [id, item] of shown) {
        if (tabs.some((tab) => tab.id === id)) continue;
        item.root.remove();
        shown.delete(id);
      }
      for (const [index, tab] of tabs.entries()) {
        const item = shown.get(tab.id) ?? createItem(viewer, tab.id);
        shown.set(tab.id, item);
        item.update(tab, { isWatched: tab.id === watching, isDriving });
        if (list.children[index] !== item.root) list.insertBefore(item.root, list.children[index] ?? null);
      }
      add.hidden = !isDriving;
      follow.hidden = isFollowing || tabs.length === 0;
      root.hidden = tabs.length < 2 && !isDriving && isFollowing;
    },
  };
}

interface TabItem {
  root: HTMLElement;
  update(tab: LiveTab, how: { isWatched: boolean; isDriving: boolean }): void;
}

function createItem(viewer: Viewer, id: string): TabItem {
  const choose = () => (viewer.getSnapshot().isDriving ? viewer.switchTab(id) : viewer.watch(id));
  const dot = element('span', { class: 'dot', title: 'The agent works here' });
  const label = element('span', { class: 'label' });
  const title = element('button', { type: 'button', class: 'title', onclick: choose }, dot, label);
  const close = iconButton(icon('close'), 'Close tab', () => viewer.closeTab(id));
  const root = element('li', {}, title, close);
  return {
    root,
    update(tab, { isWatched, isDriving }) {
      const name = tab.title || tab.url || 'New tab';
      if (label.textContent !== name) label.textContent = name;
      title.title = tab.url;
      title.setAttribute('aria-current', String(isWatched));
      root.classList.toggle('watched', isWatched);
      dot.hidden = !tab.active;
      close.hidden = !isDriving;
      close.setAttribute('aria-label', `Close tab ${name}`);
    },
  };
}
