import type { JSX } from 'preact';
import { icons, type IconName } from '../../icons.ts';

/** The app's logo. */
export function Finch(): JSX.Element {
  return (
    <svg class="finch" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M5 21c3-9 9-13 16-11l6 2-5 2c0 8-6 11-12 10 3-1 5-2 6-5-3 2-7 3-11 2z" />
      <circle cx="20" cy="12.600" r="1.300" />
    </svg>
  );
}

/** A line icon; the surrounding control has the label. */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" data-filled={filled}>
      <path d={icons[name]} />
    </svg>
  );
}
