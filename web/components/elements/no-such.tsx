import type { JSX } from 'preact';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Message } from './message.tsx';

interface NoSuchProps {
  /** The kind of thing in the URL. */
  readonly of: 'albums' | 'places' | 'tags' | 'people';
  /** Its name in the URL; absent for ids, which mean nothing to people. */
  readonly name?: string | null;
}

/** For a URL of something that does not exist: a message, and a link to the list. */
export function NoSuch({ of, name = null }: NoSuchProps): JSX.Element {
  return (
    <Message drawing="lost" title={text.noSuch[of]} body={text.noSuchBody[of](name ?? '')}>
      <a class="button" href={formatPlace(placeOf(of))}>
        {text.showAllOf(text.pages[of])}
      </a>
    </Message>
  );
}
