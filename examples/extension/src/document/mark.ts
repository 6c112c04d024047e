import type { Access } from '../shared/messages.js';

const WORDS: Record<Access, string> = {
  read: 'An agent can read this tab',
  act: 'An agent can read this tab and act in it',
};

const STYLE = `
  :host { all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; }
  :host([hidden]) { display: none; }
  .frame { position: absolute; inset: 0; box-shadow: inset 0 0 0 3px #c2410c, inset 0 0 0 4px #fff8; }
  .label {
    position: absolute; bottom: 0; left: 50%; translate: -50%; padding: 4px 12px; border-radius: 6px 6px 0 0;
    background: #c2410c; color: #fff; font: 600 12px/1.4 system-ui, sans-serif; white-space: nowrap;
    box-shadow: 0 0 0 1px #fff8;
  }
  @media print { :host { display: none; } }`;

// How soon a mark is restored that the page removed.
const LOOK_MS = 1000;

export interface Mark {
  show(access: Access | null): void;
  hide(isHidden: boolean): void;
}

/** A frame with a line of text for the person; pointer and snapshots ignore it. */
export function createMark(document: Document): Mark {
  const host = document.createElement('btcp-mark');
  host.setAttribute('aria-hidden', 'true');
  const label = document.createElement('div');
  label.className = 'label';
  const frame = document.createElement('div');
  frame.className = 'frame';
  const root = host.attachShadow({ mode: 'closed' });
  // A Content-Security-Policy may forbid style elements, but not these.
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  root.append(frame, label);
  const put = () => {
    if (!host.isConnected) document.documentElement?.append(host);
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    show(access) {
      clearInterval(timer);
      if (access === null) return host.remove();
      label.textContent = WORDS[access];
      put();
      timer = setInterval(put, LOOK_MS);
    },
    hide(isHidden) {
      host.hidden = isHidden;
    },
  };
}
