import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Face } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { PersonFaces } from '../../state/people/person-faces.ts';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';
import { MoreSentinel } from '../elements/more-sentinel.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { FacePicture } from './face-picture.tsx';

/** Faces marked as "not a face", which can be restored at any time. */
export function RejectedFaces({ queue }: { queue: NamingQueue }): JSX.Element {
  const { api } = useApp();
  const list = useMemo(() => new PersonFaces((part) => api.faces.rejected(part)), []);
  const { phase, failure } = list;
  const faces = list.faces.value;
  useEffect(() => void list.more(), [list]);
  return (
    <>
      {phase.value === 'loading' && <p class="loading">{text.starting}</p>}
      {phase.value === 'failed' && (
        <Message level={2} title={failure.value}>
          <TryAgain run={() => void list.more()} />
        </Message>
      )}
      {phase.value === 'ready' && faces.length === 0 && (
        <Message level={2} drawing="people" title={text.noRejectedFaces} body={text.noRejectedFacesBody}>
          <a class="button" href={formatPlace(placeOf('faces'))}>
            {text.pages.faces}
          </a>
        </Message>
      )}
      {faces.length > 0 && <p class="rejected-hint">{text.rejectedFacesHint}</p>}
      <ul class="face-grid rejected-faces">
        {faces.map((face) => (
          <RejectedFace key={face.id} face={face} list={list} queue={queue} />
        ))}
      </ul>
      <MoreSentinel count={faces.length} more={() => void list.more()} />
    </>
  );
}

function RejectedFace({ face, list, queue }: { face: Face; list: PersonFaces; queue: NamingQueue }): JSX.Element {
  const { people, toasts } = useApp();
  const restore = async (): Promise<void> => {
    const putBack = list.remove(face);
    try {
      const undo = await people.edits.restore(face);
      // The queue was read without it.
      queue.outdate({ faces: [face.id] });
      toasts.say(text.faceRestored, async () => {
        await undo();
        queue.outdate();
        putBack();
      });
    } catch (error) {
      putBack();
      toasts.fail(error);
    }
  };
  return (
    <li class="face-cell">
      <a href={formatPlace(placeOf('timeline', { photo: face.photo_uid }))} aria-label={text.openPhotoOf}>
        <FacePicture url={face.crop_url} shape="square" />
      </a>
      <button class="button quiet" type="button" onClick={() => void restore()}>
        {text.isAFace}
      </button>
    </li>
  );
}
