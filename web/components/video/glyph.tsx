import type { JSX } from 'preact';

/** Line icons of 24 × 24 as in the app, repeated here because the page of a share link does not load the app's. */
const paths = {
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  again: 'M4 12a8 8 0 1 0 2.500-5.800M4 3.500V8h4.500',
  back: 'M11 6l-6 6 6 6M19 6l-6 6 6 6',
  forward: 'M5 6l6 6-6 6M13 6l6 6-6 6',
  sound: 'M4 9.500h3.500L12 5.500v13l-4.500-4H4zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11',
  'no-sound': 'M4 9.500h3.500L12 5.500v13l-4.500-4H4zM16 9.500l5 5M21 9.500l-5 5',
  'full-screen': 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  'small-screen': 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  'own-window': 'M4 5h16v14H4zM12 12h5v4h-5z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  retry: 'M20 12a8 8 0 1 1-2.500-5.800M20 3.500V8h-4.500',
} as const;

export type GlyphName = keyof typeof paths;

/** An icon; the surrounding control has the label. */
export function Glyph({ name }: { name: GlyphName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
