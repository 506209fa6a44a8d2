import type { JSX } from 'preact';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Message } from './message.tsx';

interface NoSuchProps {
  /** What the address is about one of. */
  readonly of: 'albums' | 'places' | 'tags' | 'people';
  /** What it is called there; ids mean nothing to people. */
  readonly name?: string | null;
}

/** For an address of what is not there, or is no more: says so, and leads to what there is. */
export function NoSuch({ of, name = null }: NoSuchProps): JSX.Element {
  return (
    <Message drawing="lost" title={text.noSuch[of]} body={text.noSuchBody[of](name ?? '')}>
      <a class="button" href={formatPlace(placeOf(of))}>
        {text.showAllOf(text.pages[of])}
      </a>
    </Message>
  );
}
