import type { JSX } from 'preact';
import { initials } from '../../state/session/initials.ts';

/** Whose account it is, by their initials; what is around it says the name. */
export function Avatar({ name }: { name: string }): JSX.Element {
  // Drawn by the style: what can be read is the name.
  return <span class="avatar" data-initials={initials(name)} aria-hidden="true" />;
}
