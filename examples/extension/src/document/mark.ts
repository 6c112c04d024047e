import type { Access } from '../messages.js';

const WORDS: Record<Access, string> = {
  read: 'An agent can read this tab',
  act: 'An agent can read this tab and act in it',
};

const STYLE = `
  :host { all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; }
  .frame { position: absolute; inset: 0; box-shadow: inset 0 0 0 3px #c2410c; }
  .label {
    position: absolute; bottom: 0; left: 50%; translate: -50%; padding: 4px 12px; border-radius: 6px 6px 0 0;
    background: #c2410c; color: #fff; font: 600 12px/1.4 system-ui, sans-serif;
  }`;

/** A frame around the page with a line of text, for the person: neither the pointer nor a snapshot meets it. */
export function createMark(document: Document): { show(access: Access | null): void } {
  const host = document.createElement('btcp-mark');
  host.setAttribute('aria-hidden', 'true');
  const style = document.createElement('style');
  style.textContent = STYLE;
  const label = document.createElement('div');
  label.className = 'label';
  const frame = document.createElement('div');
  frame.className = 'frame';
  host.attachShadow({ mode: 'closed' }).append(style, frame, label);
  return {
    show(access) {
      if (access === null) return host.remove();
      label.textContent = WORDS[access];
      document.documentElement.append(host);
    },
  };
}
