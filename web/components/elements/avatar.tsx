import type { JSX } from 'preact';
import { initials } from '../../state/session/initials.ts';

/** Whose account it is, by their initials; what is around it says the name. */
export function Avatar({ name }: { name: string }): JSX.Element {
  return (
    <span class="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}
