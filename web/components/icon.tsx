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
} as const;

/** A line drawing; the control around it carries the label. */
export function Icon({ name, filled = false }: { name: keyof typeof paths; filled?: boolean }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" data-filled={filled}>
      <path d={paths[name]} />
    </svg>
  );
}
