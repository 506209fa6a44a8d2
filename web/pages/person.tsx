import '../styles/people.css';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Person } from '../../core/http/wire.ts';
import { ApiError } from '../api/errors.ts';
import { useApp } from '../app.ts';
import { preparePeopleQuestions } from '../components/frame/dialogs.tsx';
import { Message } from '../components/elements/message.tsx';
import { NoSuch } from '../components/elements/no-such.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { PersonFacesView } from '../components/people/person-faces.tsx';
import { PersonHeader, personTabs } from '../components/people/person-header.tsx';
import { PersonPlaces } from '../components/people/person-places.tsx';
import { SimilarPeople } from '../components/people/similar-people.tsx';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';
import { formatPlace, placeOf, type Place } from '../state/routes.ts';

interface Failure {
  /** The person in the URL. */
  readonly about: string | null;
  readonly why: string;
  /** Whether there is no person with that id. */
  readonly isNobody: boolean;
}

/** A person: photos, faces, places. */
export default function PersonPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { people, session } = useApp();
  const { about } = place;
  const id = Number(about);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);
  const listed = people.list.shown.peek().find((person) => person.id === id) ?? null;
  const person = people.shown.value?.id === id ? people.shown.value : listed;
  useDocumentTitle(person && (person.name ?? text.unnamedPerson));

  useEffect(() => {
    if (session.may('write')) preparePeopleQuestions();
  }, []);
  // Before the first paint, so that keys apply to the visible person.
  useLayoutEffect(() => {
    people.shown.value = listed;
    let isOver = false;
    people.newest.read(id).then(
      (person) => {
        if (isOver) return;
        people.shown.value = person;
        // After an undone merge, the person may exist again.
        setFailure(null);
      },
      (error: unknown) => {
        // Ids that are not numbers are rejected with 400.
        const isNobody = error instanceof ApiError && [400, 404].includes(error.status);
        if (!isOver) setFailure({ about, why: (error as Error).message, isNobody });
      },
    );
    return () => {
      isOver = true;
      people.shown.value = null;
      people.naming.value = null;
    };
  }, [about, turn]);

  if (failure?.about === about && (failure.isNobody || !person)) {
    return (
      <main>
        {failure.isNobody ? (
          <NoSuch of="people" />
        ) : (
          <Message level={2} title={failure.why}>
            <TryAgain
              run={() => {
                setFailure(null);
                setTurn(turn + 1);
              }}
            />
          </Message>
        )}
      </main>
    );
  }
  if (!person) return <main />;
  // An open photo is shown over the list of photos, whatever tab it was opened from.
  const tab = behind ? 'photos' : (personTabs.find((name) => name === place.query['tab']) ?? 'photos');
  return (
    <>
      <PersonHeader person={person} tab={tab} />
      {tab === 'photos' && <Photos place={place} person={person} behind={behind} />}
      {tab === 'faces' && <PersonFacesView person={person} />}
      {tab === 'places' && <PersonPlaces person={person} />}
      {tab === 'others' && session.may('write') && <SimilarPeople key={person.id} person={person} />}
    </>
  );
}

/** The person's photos, all or those of one place. */
function Photos(props: { place: Place; person: Person; behind: boolean }): JSX.Element {
  const { grids, router, session } = useApp();
  const { id, name } = props.person;
  const filterPlace = props.place.query['place'];
  const grid = useMemo(
    () => grids.of(filterPlace === undefined ? { person: id } : { person: id, place: filterPlace }),
    [id, filterPlace],
  );
  const phase = grid.phase.value;
  const isEmpty = phase === 'ready' && grid.layout.total === 0;
  return (
    <>
      {filterPlace !== undefined && (
        <div class="understood">
          <button
            class="chip"
            type="button"
            aria-label={text.removeFilter(placeName(filterPlace))}
            onClick={() => {
              router.exchange(placeOf('people', { about: String(id) }));
            }}
          >
            <bdi>{placeName(filterPlace)}</bdi> ×
          </button>
        </div>
      )}
      <PhotoGridView key={filterPlace} grid={grid} label={name ?? text.unnamedPerson} behind={props.behind}>
        {phase === 'failed' && <GridFailed grid={grid} />}
        {isEmpty && (
          <Message level={2} drawing="photos" title={text.emptyTitle} body={text.noPhotosOfPerson}>
            <a class="button" href={session.may('write') ? formatPlace(placeOf('faces')) : '#/'}>
              {session.may('write') ? text.pages.faces : text.toTimeline}
            </a>
          </Message>
        )}
      </PhotoGridView>
    </>
  );
}
