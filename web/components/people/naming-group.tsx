import type { JSX } from 'preact';
import { peopleAction } from '../../actions/people-actions.ts';
import { formatCount } from '../../state/format.ts';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { TextButton } from '../elements/text-button.tsx';
import { FacePicture } from './face-picture.tsx';
import { NamingField } from './naming-field.tsx';
import { SuggestedPeople } from './suggested-people.tsx';

/** The most faces shown of a group. */
const limit = 9;

/** An unnamed group: several of its faces, and suggested people. */
export function NamingGroup({ queue }: { queue: NamingQueue }): JSX.Element | null {
  const { groups } = queue;
  const item = groups.current.value;
  if (!item) return null;
  const { person, decided } = item;
  const faces = groups.faces.value.slice(0, limit);
  const at = formatCount(groups.at.value + 1);
  return (
    <div class="face-queue">
      <div class="face-seen group-seen">
        <ul class="group-faces" data-count={faces.length} aria-label={text.faces(person.face_count)}>
          {faces.length === 0 && (
            <li>
              <FacePicture key={person.id} url={person.cover_url} shape="square" />
            </li>
          )}
          {faces.map((face) => (
            <li key={face.id}>
              <a
                href={formatPlace(placeOf('people', { about: String(person.id), photo: face.photo_uid }))}
                aria-label={text.openPhotoOf}
              >
                <FacePicture url={face.crop_url} shape="square" />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div class="face-decide">
        <header>
          <h2>{!decided ? text.whoIsThis : decided.name === null ? text.saidIgnored : text.saidToBe(decided.name)}</h2>
          <small class="count">{text.faceOf(at, formatCount(groups.total.value))}</small>
        </header>
        <p class="group-photos">
          <span>{text.groupOf(person.photo_count)}</span>
          <a href={formatPlace(placeOf('people', { about: String(person.id) }))}>{text.seePerson}</a>
        </p>
        <NamingField
          key={person.id}
          create={(name) => {
            groups.name(name);
          }}
          choose={(into) => {
            groups.assignTo(into);
          }}
          besides={person.id}
        />
        <div class="face-steps">
          <TextButton action={peopleAction('ignore-face')} kind="quiet" />
          <div class="face-turns">
            <TextButton action={peopleAction('face-before')} kind="quiet" />
            <TextButton action={peopleAction('skip-face')} />
          </div>
        </div>
        <SuggestedPeople queue={queue} />
      </div>
    </div>
  );
}
