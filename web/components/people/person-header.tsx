import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { albumAction } from '../../actions/album-actions.ts';
import { peopleAction } from '../../actions/people-actions.ts';
import { useApp } from '../../app.ts';
import { placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { whoCanSee } from '../../actions/household-actions.ts';
import { hideOfPage } from '../../actions/own-hidden-actions.ts';
import { WithheldMark } from '../household/withheld-mark.tsx';
import { useWithheldThings } from '../household/use-withheld-things.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Tabs } from '../elements/tabs.tsx';
import { DownloadAll } from '../photos/download-all.tsx';
import { useSmartList } from '../albums/save-as-album.tsx';
import { FacePicture } from './face-picture.tsx';
import { PersonNaming } from './person-naming.tsx';

/** The tabs of a person's page. */
export const personTabs = ['photos', 'faces', 'places', 'others'] as const;
export type PersonTab = (typeof personTabs)[number];

/** The header of a person's page: name, actions and tabs. */
export function PersonHeader({ person, tab }: { person: Person; tab: PersonTab }): JSX.Element {
  const { session, people } = useApp();
  const mayEdit = session.may('write');
  useSmartList(person.name ?? '', { people: [person.id] });
  const withheldThings = useWithheldThings();
  const isNaming = mayEdit && people.naming.value === person.id;
  return (
    <section class="person-header" aria-label={person.name ?? text.unnamedPerson}>
      <div class="person-who">
        <FacePicture url={person.cover_url} />
        <div class="person-words" data-keeps-focus>
          {isNaming ? (
            <PersonNaming person={person} />
          ) : (
            <h1 data-unnamed={person.name === null}>
              <bdi>{person.name ?? text.unnamedPerson}</bdi>
            </h1>
          )}
          <p>
            {withheldThings?.isPerson(person.id) && <WithheldMark />}
            {person.hidden_by_choice && `${text.hiddenPerson} · `}
            {text.photos(person.photo_count)} · {text.faces(person.face_count)}
          </p>
        </div>
        {!mayEdit && (
          <div class="person-actions">
            {tab === 'photos' && <DownloadAll />}
            <ActionButton action={hideOfPage} />
          </div>
        )}
        {mayEdit && !isNaming && (
          <div class="person-actions">
            {tab === 'photos' && <DownloadAll />}
            <ActionButton action={peopleAction('name-person')} />
            <ActionButton action={peopleAction('merge-person')} />
            <ActionButton action={albumAction('save-as-album')} />
            <ActionButton action={whoCanSee} />
            <ActionButton action={hideOfPage} />
            <ActionButton action={peopleAction('hide-person')} on={person.hidden_by_choice} />
          </div>
        )}
      </div>
      <PersonTabs person={person} tab={tab} />
    </section>
  );
}

function PersonTabs({ person, tab }: { person: Person; tab: PersonTab }): JSX.Element {
  const { router, session } = useApp();
  const names = {
    photos: text.personPhotos,
    faces: text.personFaces,
    places: text.personPlaces,
    others: text.whoElse,
  };
  const tabs = personTabs
    .filter((name) => name !== 'others' || session.may('write'))
    .map((name) => ({
      title: names[name],
      place: placeOf('people', { about: String(person.id), query: name === 'photos' ? {} : { tab: name } }),
      isHere: name === tab,
    }));
  return (
    <Tabs
      label={person.name ?? text.unnamedPerson}
      tabs={tabs}
      choose={(place) => {
        // Going back leaves the person's page, instead of going through its tabs.
        router.exchange(place);
      }}
    />
  );
}
