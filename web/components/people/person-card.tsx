import type { JSX } from 'preact';
import type { Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { useLongPress } from '../hooks/long-press.ts';
import { WithheldMark } from '../household/withheld-mark.tsx';
import { FacePicture } from './face-picture.tsx';
import { PersonNaming } from './person-naming.tsx';

/** A person on the people page: links to the person's page; editors can name and select people here. */
export function PersonCard({ person }: { person: Person }): JSX.Element {
  const app = useApp();
  const { picked, naming, list } = app.people;
  const { id, name, photo_count, cover_url, hidden_by_choice } = person;
  const mayEdit = app.session.may('write');
  const isPicked = picked.value.has(id);
  const toggle = (): void => {
    const next = new Map(picked.value);
    if (!next.delete(id)) next.set(id, person);
    picked.value = next;
  };
  const longPress = useLongPress(toggle);
  const isNamed = name !== null;
  const candidates = mayEdit ? list.candidates.value.get(id) : undefined;
  return (
    <li
      class="person-card"
      data-picked={isPicked}
      data-picking={picked.value.size > 0}
      data-hidden={hidden_by_choice}
      data-keeps-focus
      {...(mayEdit ? longPress : {})}
    >
      <a
        class="person-link"
        href={formatPlace(placeOf('people', { about: String(id) }))}
        aria-label={`${name ?? text.unnamedPerson}, ${text.photos(photo_count)}`}
        onClick={(event) => {
          // Clicks that open a new tab are left to the browser.
          if (picked.value.size === 0 || event.ctrlKey || event.metaKey || event.button !== 0) return;
          event.preventDefault();
          toggle();
        }}
      >
        <FacePicture url={cover_url} />
        {(isNamed || !mayEdit) && (
          <bdi class="person-name" data-unnamed={!isNamed}>
            {name ?? text.unnamedPerson}
          </bdi>
        )}
      </a>
      {mayEdit && !isNamed && <AddName person={person} isOpen={naming.value === id} />}
      {candidates !== undefined && (
        <a
          class="person-candidates"
          href={formatPlace(placeOf('people', { about: String(id), query: { tab: 'others' } }))}
        >
          {text.candidates(candidates)}
        </a>
      )}
      <small>
        {app.withheldThings.isPerson(id) && <WithheldMark />}{' '}
        {hidden_by_choice ? text.hiddenPerson : text.photos(photo_count)}
      </small>
      {mayEdit && (
        <label class="person-pick">
          <input
            type="checkbox"
            checked={isPicked}
            aria-label={text.pickPerson(name ?? text.unnamedPerson)}
            onChange={toggle}
          />
        </label>
      )}
    </li>
  );
}

function AddName({ person, isOpen }: { person: Person; isOpen: boolean }): JSX.Element {
  const { naming } = useApp().people;
  if (isOpen) return <PersonNaming person={person} />;
  return (
    <button
      class="add-name"
      type="button"
      onClick={() => {
        naming.value = person.id;
      }}
    >
      {text.addName}
    </button>
  );
}
