import type { JSX } from 'preact';
import type { Face, Photo } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { FaceName } from '../people/face-name.tsx';

/** The people in a photo, each with their face; editors can name and correct them here. */
export function PhotoPeople({ photo }: { photo: Photo }): JSX.Element | null {
  const { viewer, session } = useApp();
  const loaded = viewer.faces.faces.value;
  const mayEdit = session.may('write');
  const faces = loaded?.filter(({ person_id }) => mayEdit || person_id !== null) ?? [];
  if (loaded ? faces.length === 0 : photo.people.length === 0) return null;
  return (
    <div>
      <dt>{text.people}</dt>
      <dd>
        <ul class="photo-people">
          {loaded
            ? faces.map((face) => <PersonLine key={face.id} face={face} />)
            : // Until the faces are loaded, in the same place.
              photo.people.map(({ id, name }) => (
                <li key={id}>
                  <span class="face-crop" />
                  <bdi>{name ?? text.unnamedPerson}</bdi>
                </li>
              ))}
        </ul>
      </dd>
    </div>
  );
}

function PersonLine({ face }: { face: Face }): JSX.Element {
  const { session, viewer, toasts } = useApp();
  const { person_id, person_name, crop_url } = face;
  const crop = (
    <span class="face-crop">{crop_url && <img src={crop_url} alt="" loading="lazy" decoding="async" />}</span>
  );
  const page = person_id === null ? null : formatPlace(placeOf('people', { about: String(person_id) }));
  const takeOut = async (edit: 'unassign' | 'reject', sentence: string): Promise<void> => {
    try {
      toasts.say(sentence, await viewer.faces[edit](face));
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <li>
      {page ? (
        <a href={page} aria-label={person_name ?? text.unnamedPerson}>
          {crop}
        </a>
      ) : (
        crop
      )}
      {person_name !== null && page ? (
        <a class="name" href={page}>
          <bdi>{person_name}</bdi>
        </a>
      ) : session.may('write') ? (
        <FaceName face={face} />
      ) : (
        <bdi class="name">{text.unnamedPerson}</bdi>
      )}
      {person_name !== null && session.may('write') && (
        <button
          type="button"
          class="unassign"
          aria-label={text.labelled(text.notThisPerson, person_name)}
          title={text.notThisPerson}
          onClick={() => void takeOut('unassign', text.unassigned(person_name))}
        >
          ×
        </button>
      )}
      {person_name === null && session.may('write') && (
        <button
          type="button"
          class="unassign"
          aria-label={text.notAFace}
          title={text.notAFace}
          onClick={() => void takeOut('reject', text.faceRejected)}
        >
          ×
        </button>
      )}
    </li>
  );
}
