import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { percent } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { FacePicture } from './face-picture.tsx';

/** Room for so many is kept, so that nothing moves while they come. */
const places = [0, 1, 2, 3, 4];

/** Whose the face may be, the most likely first, each with its key. */
export function FaceSuggestions(): JSX.Element {
  const { faces } = useApp().people;
  const suggestions = faces.suggestions.value;
  return (
    <ol class="face-suggestions" aria-label={text.whoIsThis} data-loading={suggestions === null}>
      {suggestions?.length === 0 && <li class="face-nobody">{text.noSuggestions}</li>}
      {places.map((n) => {
        const suggestion = suggestions?.[n];
        if (!suggestion) return null;
        const { person, similarity } = suggestion;
        return (
          <li key={n}>
            <button
              type="button"
              aria-keyshortcuts={String(n + 1)}
              onClick={() => {
                faces.choose(n);
              }}
            >
              <kbd aria-hidden="true">{n + 1}</kbd>
              <FacePicture url={person.cover_url} />
              <bdi data-unnamed={person.name === null}>{person.name ?? text.unnamedPerson}</bdi>
              <small>{percent(similarity)}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
