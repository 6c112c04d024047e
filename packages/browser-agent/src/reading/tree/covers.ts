import { flatAncestor } from '../../dom/nodes.js';
import type { Reading } from '../aria/reading.js';

export interface Cover {
  element: Element;
  role: string;
  name: string;
  isModal: boolean;
}

const PROBES = [0.1, 0.3, 0.5, 0.7, 0.9];
const COVERING = 15;

export function findCover(reading: Reading, document: Document): Cover | undefined {
  const modal = topModal(document);
  if (modal) return describeCover(reading, modal, true);
  const element = openDialog(reading, document) ?? overlay(reading, document);
  return element && describeCover(reading, element, element.getAttribute('aria-modal') === 'true');
}

function describeCover(reading: Reading, element: Element, isModal: boolean): Cover {
  const role = reading.role(element);
  return {
    element,
    role: role === 'generic' || role === 'none' ? 'overlay' : role,
    name: reading.name(element),
    isModal,
  };
}

// A modal dialog makes the rest inert; of several, the dialog that a click would reach is on top.
function topModal(document: Document): Element | undefined {
  const modals = [...document.querySelectorAll('dialog:modal')];
  const reached = modals.filter((modal) => {
    const { left, top, width, height } = modal.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (modal === hit || modal.contains(hit));
  });
  return reached.at(-1) ?? modals.at(-1);
}

function openDialog(reading: Reading, document: Document): Element | undefined {
  const candidates = document.querySelectorAll('dialog[open], [role~="dialog" i], [role~="alertdialog" i]');
  return [...candidates]
    .filter(isOnScreen)
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && element.closest('[aria-hidden="true"]') === null,
    )
    .filter((element) => reading.role(element).endsWith('dialog') && isOverPage(reading, element))
    .at(-1);
}

// Some pages give the dialog role to an ordinary part of the page.
function isOverPage(reading: Reading, element: Element): boolean {
  const isLifted = (candidate: Element) => /^(?:absolute|fixed)$/.test(reading.style(candidate)?.position ?? '');
  return element.getAttribute('aria-modal') === 'true' || isLifted(element) || !!flatAncestor(element, isLifted);
}

function overlay(reading: Reading, document: Document): Element | undefined {
  const { innerWidth = 0, innerHeight = 0 } = document.defaultView ?? {};
  const hits = new Map<Element, number>();
  let most = 0;
  let left = PROBES.length ** 2;
  for (const x of PROBES) {
    for (const y of PROBES) {
      // One probe of a long page costs as much as reading hundreds of elements.
      if (most + left < COVERING) return undefined;
      left--;
      const hit = document.elementFromPoint(innerWidth * x, innerHeight * y);
      const layer = hit && fixedLayer(reading, hit);
      if (!layer) continue;
      const count = (hits.get(layer) ?? 0) + 1;
      if (count === COVERING) return layer;
      hits.set(layer, count);
      most = Math.max(most, count);
    }
  }
  return undefined;
}

function isOnScreen(element: Element): boolean {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const { innerWidth = 0, innerHeight = 0 } = element.ownerDocument.defaultView ?? {};
  return width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}

function fixedLayer(reading: Reading, element: Element): Element | undefined {
  const isFixed = (candidate: Element) => reading.style(candidate)?.position === 'fixed' && !isWholePage(candidate);
  return isFixed(element) ? element : flatAncestor(element, isFixed);
}

// Some applications live in one fixed box, which covers nothing.
function isWholePage(element: Element): boolean {
  const all = element.ownerDocument.getElementsByTagName('*').length;
  return element.getElementsByTagName('*').length * 2 > all;
}
