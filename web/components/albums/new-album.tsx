import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { words } from '../../strings/albums/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Field } from '../elements/field.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useDraft } from '../hooks/draft.ts';
import { useSaving } from '../hooks/saving.ts';
import { useMakeAlbum } from './make-album.ts';

/** Asks for the name of a new album, and adds the given photos to it. */
export function NewAlbum({ photos, close }: { photos: readonly string[]; close: () => void }): JSX.Element {
  const { selection } = useApp();
  const make = useMakeAlbum();
  const [name, setName] = useDraft('album', '');
  const { busy, failure, make: attempt } = useSaving(close);
  const title = photos.length === 0 ? words.newTitle : words.newOf(photos.length);
  const submit = async (): Promise<void> => {
    await make(name, photos);
    selection.clear();
  };
  return (
    <Dialog label={title} close={close}>
      <h2>{title}</h2>
      <Form
        submit={() => void attempt(submit)}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={words.create} disabled={name.trim() === ''} cancel={close} />}
      >
        <Field label={words.name} name="album" autocomplete="off" capitals="sentences" value={name} set={setName} />
      </Form>
    </Dialog>
  );
}
