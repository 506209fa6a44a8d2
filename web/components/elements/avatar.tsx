import type { JSX } from 'preact';
import { initials } from '../../state/session/initials.ts';

/** An account's initials; the name is given by the surrounding text. */
export function Avatar({ name }: { name: string }): JSX.Element {
  // The initials are drawn by CSS, so that screen readers do not read them.
  return <span class="avatar" data-initials={initials(name)} aria-hidden="true" />;
}
