const PATHS = {
  back: 'M10 3 5 8l5 5',
  forward: 'm6 3 5 5-5 5',
  reload: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  stop: 'm4 4 8 8m0-8-8 8',
  close: 'm5 5 6 6m0-6-6 6',
  plus: 'M8 3v10M3 8h10',
  expand: 'M9.5 3H13v3.5M6.5 13H3V9.5M13 3 9 7M3 13l4-4',
  shrink: 'M13 6.5H9.5V3M3 9.5h3.5V13M9.5 6.5 13 3M6.5 9.5 3 13',
  collapse: 'm4 6 4 4 4-4',
  unfold: 'm4 10 4-4 4 4',
  globe: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM2.5 8h11M8 2.5c-4 4-4 7 0 11 4-4 4-7 0-11Z',
  keyboard: 'M2 4.5h12v7H2ZM4.5 7h.01M7 7h.01M9.5 7h.01M11.5 7h.01M5.5 9.5h5',
  settings: 'M2 5h6M12 5h2M10 3v4M2 11h2M8 11h6M6 9v4',
  lock: 'M4.5 7.5h7v5.5h-7ZM6 7.5V5.5a2 2 0 0 1 4 0v2',
} as const;

export function icon(name: keyof typeof PATHS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
