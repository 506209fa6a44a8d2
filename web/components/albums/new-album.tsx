import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { PartlyDone } from '../../state/partly-done.ts';
import { words } from '../../strings/albums/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Field } from '../elements/field.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useAttempts } from '../hooks/attempts.ts';
import { useDraft } from '../hooks/draft.ts';
import { useMakeAlbum } from './make-album.ts';

/** Asks for the name of a new album, and adds the given photos to it. */
export function NewAlbum({ photos, close }: { photos: readonly string[]; close: () => void }): JSX.Element {
  const { selection, toasts } = useApp();
  const make = useMakeAlbum();
  const [name, setName] = useDraft('album', '');
  const attempt = useAttempts();
  const title = photos.length === 0 ? words.newTitle : words.newOf(photos.length);
  const submit = async (): Promise<void> => {
    try {
      await make(name, photos);
      selection.clear();
    } catch (error) {
      if (!(error instanceof PartlyDone)) throw error;
      // The album is there: another attempt would make a second one.
      toasts.fail(error);
    }
    close();
  };
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void attempt.make(submit)}
        failure={attempt.failure}
        buttons={<SubmitOrCancel submit={words.create} disabled={attempt.busy || name.trim() === ''} cancel={close} />}
      >
        <Field label={words.name} name="album" autocomplete="off" value={name} set={setName} />
      </Form>
    </Dialog>
  );
}
