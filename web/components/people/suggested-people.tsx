import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { FacePicture } from './face-picture.tsx';

/** There are keys for this many. */
const most = 5;

/** The suggested people of the group or face, the most likely first, each with its key. */
export function SuggestedPeople(): JSX.Element {
  const queue = useApp().people.queue.active.value;
  const suggestions = queue.suggestions.value;
  return (
    <ol class="face-suggestions" aria-label={text.whoIsThis} data-loading={suggestions === null}>
      {suggestions?.length === 0 && <li class="face-nobody">{text.nobodyAlike}</li>}
      {suggestions?.slice(0, most).map(({ person, likeness }, n) => (
        <li key={n}>
          <button
            type="button"
            aria-keyshortcuts={String(n + 1)}
            onClick={() => {
              queue.choose(n);
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
