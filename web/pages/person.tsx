import '../styles/people.css';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Person } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { preparePeopleQuestions } from '../components/frame/dialogs.tsx';
import { Message } from '../components/elements/message.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { PersonFacesView } from '../components/people/person-faces.tsx';
import { PersonHeader, personTabs } from '../components/people/person-header.tsx';
import { PersonPlaces } from '../components/people/person-places.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { text } from '../strings/index.ts';
import { placeOf, type Place } from '../state/routes.ts';

/** One person: their photos, their faces, where they were. */
export default function PersonPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api, people, session } = useApp();
  const id = Number(place.about);
  const [failure, setFailure] = useState<string | null>(null);
  const known = people.list.shown.peek().find((person) => person.id === id) ?? null;
  const person = people.shown.value?.id === id ? people.shown.value : known;
  useDocumentTitle(person && (person.name ?? text.unnamedPerson));

  useEffect(() => {
    if (session.may('write')) preparePeopleQuestions();
  }, []);
  // Before anything is painted: keys are about whom one sees.
  useLayoutEffect(() => {
    people.shown.value = known;
    let isOver = false;
    api.people.get(id).then(
      (person) => {
        if (!isOver) people.shown.value = person;
      },
      (error: unknown) => {
        if (!isOver) setFailure((error as Error).message);
      },
    );
    return () => {
      isOver = true;
      people.shown.value = null;
      people.naming.value = null;
    };
  }, [id]);

  if (failure !== null) {
    return (
      <main>
        <Message level={2} title={failure}>
          <a class="button" href="#/people">
            {text.pages.people}
          </a>
        </Message>
      </main>
    );
  }
  if (!person) return <main />;
  // An open photo lies over the list of photos, wherever it was opened from.
  const tab = behind ? 'photos' : (personTabs.find((name) => name === place.query['tab']) ?? 'photos');
  return (
    <>
      <PersonHeader person={person} tab={tab} />
      {tab === 'photos' && <Photos place={place} person={person} behind={behind} />}
      {tab === 'faces' && <PersonFacesView person={person} />}
      {tab === 'places' && <PersonPlaces person={person} />}
    </>
  );
}

/** Their photos, all or those of one place. */
function Photos(props: { place: Place; person: Person; behind: boolean }): JSX.Element {
  const { grids, router } = useApp();
  const { id, name } = props.person;
  const where = props.place.query['place'];
  const grid = useMemo(
    () => grids.of(where === undefined ? { person: id } : { person: id, place: where }),
    [id, where],
  );
  const isEmpty = grid.phase.value === 'ready' && grid.layout.total === 0;
  return (
    <>
      {where !== undefined && (
        <div class="understood">
          <button
            class="chip"
            type="button"
            aria-label={text.removeFilter(where)}
            onClick={() => {
              router.exchange(placeOf('people', { about: String(id) }));
            }}
          >
            <bdi>{where}</bdi> ×
          </button>
        </div>
      )}
      <PhotoGridView key={where} grid={grid} label={name ?? text.unnamedPerson} behind={props.behind}>
        {isEmpty && <Message level={2} title={text.emptyTitle} body={text.noPhotosOfPerson} />}
      </PhotoGridView>
    </>
  );
}
