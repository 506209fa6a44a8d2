import type { JSX } from 'preact';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import { text } from '../../strings/index.ts';
import { FacePicture } from './face-picture.tsx';

/** There are keys for this many. */
const limit = 5;

/** The suggested people of the group or face, the most likely first, each with its key. */
export function SuggestedPeople({ queue }: { queue: NamingQueue }): JSX.Element {
  const active = queue.active.value;
  const suggestions = active.suggestions.value;
  return (
    <ol class="face-suggestions" aria-label={text.whoIsThis} data-loading={suggestions === null}>
      {suggestions?.length === 0 && <li class="face-nobody">{text.nobodyAlike}</li>}
      {suggestions?.slice(0, limit).map(({ person, likeness }, n) => (
        <li key={n}>
          <button
            type="button"
            aria-keyshortcuts={String(n + 1)}
            onClick={() => {
              active.choose(n);
            }}
          >
            <kbd aria-hidden="true">{n + 1}</kbd>
            <FacePicture url={person.cover_url} />
            <bdi data-unnamed={person.name === null}>{person.name ?? text.unnamedPerson}</bdi>
            <small data-likeness={likeness}>{text.likeness[likeness]}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}
