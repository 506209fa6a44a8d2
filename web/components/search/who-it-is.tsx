import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { words } from '../../strings/searching/index.ts';

/** Who is on the picture that was searched by, or that nobody has named them yet, with the way to do so. */
export function WhoItIs(): JSX.Element | null {
  const { faceQuery, session } = useApp();
  const { person, results } = faceQuery;
  const who = person.value;
  if (!results.value || results.value.length === 0) return null;
  const page = who ? formatPlace(placeOf('people', { about: String(who.id) })) : '#/faces';
  if (who?.name) {
    return (
      <p class="who-it-is">
        <a href={page}>{words.thisIs(who.name, who.photo_count)}</a>
      </p>
    );
  }
  return (
    <p class="who-it-is">
      {words.nobodyNamed} {session.may('write') && <a href={page}>{who ? words.nameThem : words.nameFaces}</a>}
    </p>
  );
}
