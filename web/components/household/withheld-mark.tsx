import type { JSX } from 'preact';
import { text } from '../../strings/index.ts';
import { Icon } from '../elements/icon.tsx';

/** A mark for albums and people that some users cannot see. */
export function WithheldMark(): JSX.Element {
  return (
    <span class="kept-mark" role="img" aria-label={text.keeping.mark} title={text.keeping.mark}>
      <Icon name="lock" />
    </span>
  );
}
