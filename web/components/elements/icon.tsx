import type { JSX } from 'preact';

const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  newer: 'M15 5l-7 7 7 7',
  older: 'M9 5l7 7-7 7',
  heart: 'M12 20S4 15 4 9.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8 2.500C20 15 12 20 12 20z',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  hide: 'M4 4l16 16M9.500 5.500A9 9 0 0 1 21 12a13 13 0 0 1-2.500 3.500M6.500 7.500A13 13 0 0 0 3 12a9.500 9.500 0 0 0 12 5.500M10 10a3 3 0 0 0 4 4',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.500v.01',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  photos: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9v.01',
  explore: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.500 8.500l-2 5-5 2 2-5z',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM3 19c0-3 2.500-5 6-5s6 2 6 5M16 6a3 3 0 0 1 0 6M17.500 14.500c2 .700 3.500 2.300 3.500 4.500',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8 3.500v4M16 3.500v4',
  face: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 10v.01M15 10v.01M8.500 14.500c1 1.300 2.200 2 3.500 2s2.500-.700 3.500-2',
  'no-face':
    'M5.600 5.600a9 9 0 1 0 12.800 12.800M9 3.500A9 9 0 0 1 20.500 15M4 4l16 16M15 10v.01M8.500 14.500c1 1.300 2.200 2 3.500 2',
  albums: 'M4 8h16v11H4zM6 5h12M8 2.500h8',
  map: 'M9 4L3.500 6.500v13L9 17l6 3 5.500-2.500v-13L15 7zM9 4v13M15 7v13',
  place:
    'M12 21s7-6.300 7-11.500A7 7 0 0 0 5 9.500C5 14.700 12 21 12 21zM12 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  tag: 'M4 4h7l9 9-7 7-9-9zM8 8v.01',
  memories: 'M4 12a8 8 0 1 1 2.500 5.800M4 12H1.500M4 12l2 2.500M12 8v4.500l3 2',
  duplicates: 'M8 8h12v12H8zM4 16V4h12',
  settings:
    'M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100',
  admin: 'M4 5h16v5H4zM4 14h16v5H4zM7.500 7.500v.01M7.500 16.500v.01',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .800-1 1.700M12 17v.01',
  leave: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  merge: 'M6 3v4c0 5 6 4 6 9v5M18 3v4c0 5-6 4-6 9M9 18l3 3 3-3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
} as const;

/** The app's own mark. */
export function Finch(): JSX.Element {
  return (
    <svg class="finch" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M5 21c3-9 9-13 16-11l6 2-5 2c0 8-6 11-12 10 3-1 5-2 6-5-3 2-7 3-11 2z" />
      <circle cx="20" cy="12.600" r="1.300" />
    </svg>
  );
}

export type IconName = keyof typeof paths;

/** A line drawing; the control around it carries the label. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" data-filled={filled}>
      <path d={paths[name]} />
    </svg>
  );
}
