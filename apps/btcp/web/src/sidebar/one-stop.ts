import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const ROWS = '[data-row]';
const STOPS = 'button';

/** A list is one stop of the Tab key, however long it is; the arrow keys move inside. */
export function useOneStop(): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const host = list.current;
    if (!host) return;
    const arrange = () => stopAt(host, host.querySelector<HTMLElement>(`[tabindex="0"]${ROWS}`) ?? firstRow(host));
    const onFocus = ({ target }: FocusEvent) => target instanceof HTMLElement && stopAt(host, target);
    arrange();
    const changes = new MutationObserver(arrange);
    changes.observe(host, { childList: true, subtree: true });
    host.addEventListener('focusin', onFocus);
    return () => {
      changes.disconnect();
      host.removeEventListener('focusin', onFocus);
    };
  }, []);
  return list;
}

/** Up and down go from row to row, left and right through the buttons of a row. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return;
  const down = { ArrowDown: 1, ArrowUp: -1 }[key];
  const across = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!down && !across) return;
  const row = target.closest('.row');
  const places = [
    ...(down ? currentTarget : (row ?? currentTarget)).querySelectorAll<HTMLElement>(down ? ROWS : STOPS),
  ];
  const at = places.findIndex((place) => place === target || (down && row?.contains(place)));
  places[(at + (down ?? across ?? 0) + places.length) % places.length]?.focus();
  event.preventDefault();
}

function firstRow(host: HTMLElement): HTMLElement | null {
  return host.querySelector<HTMLElement>(`${ROWS}[aria-current]`) ?? host.querySelector<HTMLElement>(ROWS);
}

function stopAt(host: HTMLElement, stop: HTMLElement | null): void {
  for (const each of host.querySelectorAll<HTMLElement>(STOPS)) each.tabIndex = each === stop ? 0 : -1;
}
