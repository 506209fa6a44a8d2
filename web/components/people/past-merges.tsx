import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PastMerge } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { momentInTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Message } from '../elements/message.tsx';
import { TryAgain } from '../elements/try-again.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { FacePicture } from './face-picture.tsx';

/** Recent merges, which can be undone here. */
export function PastMerges(): JSX.Element {
  const { api, dialog, people } = useApp();
  const [merges, reload] = useLoaded(() => api.people.merges(), []);
  const close = (): void => {
    dialog.value = null;
    people.question.value = null;
  };
  return (
    <Dialog label={text.pastMerges} close={close}>
      <div class="people-dialog">
        <h2>{text.pastMerges}</h2>
        {merges.is === 'loading' && <p class="loading">{text.starting}</p>}
        {merges.is === 'failed' && (
          <Message level={2} title={merges.why}>
            <TryAgain run={reload} />
          </Message>
        )}
        {merges.is === 'there' && (
          <>
            <p>{merges.value.merges.length === 0 ? text.noPastMerges : text.pastMergesHint}</p>
            <ul class="past-merges" data-keeps-focus>
              {merges.value.merges.map((merge) => (
                <Past
                  key={merge.merge_id}
                  merge={merge}
                  first={merges.value.merges.find(({ merge_id }) => merge_id === merge.undo_first)}
                  again={reload}
                />
              ))}
            </ul>
          </>
        )}
        <div class="buttons">
          <button class="button quiet" type="button" autofocus onClick={close}>
            {text.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

interface PastProps {
  readonly merge: PastMerge;
  /** The later merge that has to be undone first. */
  readonly first: PastMerge | undefined;
  readonly again: () => void;
}

function Past({ merge, first, again }: PastProps): JSX.Element {
  const { people, toasts } = useApp();
  const { target } = merge;
  const sentence = sentenceOf(merge);
  const isRunning = useRef(false);
  const undo = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      people.sayBack(await people.edits.undoMerges([merge.merge_id], target.id));
    } catch (error) {
      toasts.fail(error);
    }
    isRunning.current = false;
    again();
  };
  return (
    <li>
      <FacePicture url={target.cover_url} />
      <span>
        <bdi>{sentence}</bdi>
        <small>
          {text.faces(merge.face_count)} · {momentInTime(merge.merged_at)}
        </small>
        {merge.undo_first !== null && <small>{first ? text.undoFirst(sentenceOf(first)) : merge.detail}</small>}
      </span>
      {merge.undo_first === null && (
        <button
          class="button"
          type="button"
          aria-label={text.labelled(text.undo, sentence)}
          onClick={() => void undo()}
        >
          {text.undo}
        </button>
      )}
    </li>
  );
}

function sentenceOf({ name, target_name, merged_count }: PastMerge): string {
  return merged_count > 1 ? text.pastStep(merged_count, target_name) : text.pastMerge(name, target_name);
}
