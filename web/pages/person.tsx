import '../styles/people.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Message } from '../components/message.tsx';
import { PeopleDialog } from '../components/people-dialog.tsx';
import { PersonFacesView } from '../components/person-faces.tsx';
import { PersonHeader, personTabs } from '../components/person-header.tsx';
import { PersonPlaces } from '../components/person-places.tsx';
import { PhotoGridView } from '../components/photo-grid-view.tsx';
import { text } from '../strings/index.ts';
import type { Place } from '../state/routes.ts';

/** One person: their photos, their faces, where they were. */
export default function PersonPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api, people } = useApp();
  const id = Number(place.about);
  const [failure, setFailure] = useState<string | null>(null);
  const known = people.list.shown.peek().find((person) => person.id === id) ?? null;
  const person = people.shown.value?.id === id ? people.shown.value : known;

  useEffect(() => {
    people.shown.value = known;
    let isOver = false;
    api.person(id).then(
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
      {tab === 'photos' && <Photos id={id} label={person.name ?? text.unnamedPerson} behind={behind} />}
      {tab === 'faces' && <PersonFacesView person={person} />}
      {tab === 'places' && <PersonPlaces id={id} />}
      <PeopleDialog />
    </>
  );
}

function Photos({ id, label, behind }: { id: number; label: string; behind: boolean }): JSX.Element {
  const { grids } = useApp();
  const grid = useMemo(() => grids.of({ person: id }), [id]);
  const isEmpty = grid.phase.value === 'ready' && grid.layout.total === 0;
  return (
    <PhotoGridView grid={grid} label={label} behind={behind}>
      {isEmpty && <Message level={2} title={text.emptyTitle} body={text.noPhotosOfPerson} />}
    </PhotoGridView>
  );
}
