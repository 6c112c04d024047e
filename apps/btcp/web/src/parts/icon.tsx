const PATHS = {
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8M12 4l-8 8',
  pencil: 'M10.5 3.5 12.5 5.5 6 12l-3 1 1-3zM9 5l2 2',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5',
  send: 'M8 13V3M4 7l4-4 4 4',
  stop: 'M5 5h6v6H5z',
  play: 'm5.5 3.5 7 4.5-7 4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  chevron: 'm6 4 4 4-4 4',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  display: 'M2 3.5h12v7.5H2zM6 13.5h4',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c3.5 3.5 3.5 8.5 0 12M8 2c-3.5 3.5-3.5 8.5 0 12',
  page: 'M4 2h5l3 3v9H4zM9 2v3h3',
  pointer: 'm4 3 9 4-4 1.5L7.5 12.5z',
  keyboard: 'M1.5 4.5h13v7h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.3h6',
  read: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 13.5 13.5',
  camera: 'M2 5h3l1-1.5h4L11 5h3v8H2zM8 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v3l2 1.5',
  code: 'm5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5l3.5 3.5-3.5 3.5',
  person: 'M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M3 13.5c.5-3 2.5-4 5-4s4.5 1 5 4',
  tool: 'M10 2.5a3.5 3.5 0 0 0-3.3 4.7L2.5 11.5l2 2 4.3-4.2A3.5 3.5 0 0 0 13.5 6L11.5 7.5 9 7l-.5-2.5z',
  tabs: 'M2 5.5h12v8H2zM4 5.5v-3h8v3',
  link: 'M6.5 9.5a2.5 2.5 0 0 0 3.5 0l2.5-2.5a2.5 2.5 0 0 0-3.5-3.5l-1 1M9.5 6.5a2.5 2.5 0 0 0-3.5 0L3.5 9A2.5 2.5 0 0 0 7 12.5l1-1',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 3v3h-3',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.01',
  power: 'M8 2.5v5M5 4.3a5 5 0 1 0 6 0',
  servers: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.7v.01M5 11.2v.01',
  grid: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  clip: 'M12.5 7.5 8 12a2.8 2.8 0 0 1-4-4l5-5a1.9 1.9 0 0 1 2.7 2.7l-4.9 4.9a.9.9 0 0 1-1.3-1.3l4.3-4.3',
  check: 'm3.5 8.5 3 3 6-7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
