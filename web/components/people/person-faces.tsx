import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Face, Person } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { PersonFaces } from '../../state/people/person-faces.ts';
import { placeOf, formatPlace } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { FacePicture } from './face-picture.tsx';
import { Icon } from '../elements/icon.tsx';
import { Message } from '../elements/message.tsx';
import { MoreSentinel } from '../elements/more-sentinel.tsx';
import { TryAgain } from '../elements/try-again.tsx';

/** All faces of a person: here the cover is chosen, and wrong faces are removed. */
export function PersonFacesView({ person }: { person: Person }): JSX.Element {
  const { api } = useApp();
  const list = useMemo(() => new PersonFaces((part) => api.people.faces(person.id, part)), [person.id]);
  const { phase, failure } = list;
  const faces = list.faces.value;
  useEffect(() => void list.more(), [list]);
  return (
    <main class="page-frame faces-of-person" tabIndex={-1} aria-label={text.personFaces}>
      {phase.value === 'loading' && <p class="loading">{text.starting}</p>}
      {phase.value === 'failed' && (
        <Message level={2} title={failure.value}>
          <TryAgain run={() => void list.more()} />
        </Message>
      )}
      {phase.value === 'ready' && faces.length === 0 && (
        <Message level={2} drawing="people" title={text.noFaces} body={text.noFacesBody}>
          <a class="button" href={formatPlace(placeOf('people', { about: String(person.id) }))}>
            {text.personPhotos}
          </a>
        </Message>
      )}
      <ul class="face-grid">
        {faces.map((face) => (
          <FaceCell key={face.id} face={face} person={person} list={list} />
        ))}
      </ul>
      <MoreSentinel count={faces.length} more={() => void list.more()} />
    </main>
  );
}

function FaceCell({ face, person, list }: { face: Face; person: Person; list: PersonFaces }): JSX.Element {
  const { session, people, toasts } = useApp();
  const isCover = person.cover_face_id === face.id;
  const choose = async (): Promise<void> => {
    try {
      const { undo } = await people.edits.chooseCover(person, face.id);
      toasts.say(text.coverChosen, undo);
    } catch (error) {
      toasts.fail(error);
    }
  };
  const takeOut = async (edit: 'unassign' | 'reject', sentence: string): Promise<void> => {
    const putBack = list.remove(face);
    try {
      const undo = await people.edits[edit](face, person);
      toasts.say(sentence, async () => {
        await undo();
        putBack();
      });
    } catch (error) {
      putBack();
      toasts.fail(error);
    }
  };
  return (
    <li class="face-cell" data-cover={isCover}>
      <a
        href={formatPlace(
          placeOf('people', { about: String(person.id), photo: face.photo_uid, query: { tab: 'faces' } }),
        )}
        aria-label={text.openPhotoOf}
      >
        <FacePicture url={face.crop_url} shape="square" />
      </a>
      {isCover && <span class="cover-mark">{text.isCover}</span>}
      {session.may('write') && (
        <span class="face-buttons">
          {!isCover && (
            <button
              class="round"
              type="button"
              aria-label={text.useAsCover}
              title={text.useAsCover}
              onClick={() => void choose()}
            >
              <Icon name="person" />
            </button>
          )}
          <button
            class="round"
            type="button"
            aria-label={text.notThisPerson}
            title={text.notThisPerson}
            onClick={() => void takeOut('unassign', text.faceTaken(person.name ?? text.unnamedPerson))}
          >
            <Icon name="close" />
          </button>
          <button
            class="round"
            type="button"
            aria-label={text.notAFace}
            title={text.notAFace}
            onClick={() => void takeOut('reject', text.faceRejected)}
          >
            <Icon name="no-face" />
          </button>
        </span>
      )}
    </li>
  );
}
