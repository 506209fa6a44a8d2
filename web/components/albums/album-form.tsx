import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Album } from '../../../core/http/wire.ts';
import type { AlbumChange } from '../../api/albums.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Check } from '../elements/check.tsx';
import { Choice } from '../elements/choice.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { Field } from '../elements/field.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useSaving } from '../hooks/saving.ts';

/** The form of an album's details; for an album of the photo store only whether the timeline has its photos. */
export function AlbumForm({ album, close }: { album: Album; close: () => void }): JSX.Element {
  const { albums, api } = useApp();
  const [name, setName] = useState(album.name);
  const [notes, setNotes] = useState(album.notes);
  const [order, setOrder] = useState(album.order);
  const [off, setOff] = useState(album.off_timeline);
  const [newest, setNewest] = useState(false);
  const { busy, failure, make } = useSaving(close);
  const isOwn = album.source === 'own';
  const submit = async (): Promise<void> => {
    const changes: AlbumChange = {
      ...(name.trim() !== album.name && { name }),
      ...(notes !== album.notes && { notes }),
      ...(order !== album.order && { order }),
      ...(newest && { cover: null }),
    };
    await api.albums.change(album.uid, {
      ...(isOwn && changes),
      ...(off !== album.off_timeline && { off_timeline: off }),
    });
    albums.changed();
  };
  return (
    <Dialog label={text.album.edit} close={close}>
      <h2>{isOwn ? text.album.edit : album.name}</h2>
      <Form
        submit={() => void make(submit)}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={words.save} disabled={name.trim() === ''} cancel={close} />}
      >
        {!isOwn && <p class="hint">{words.ofStore}</p>}
        {isOwn && (
          <>
            <Field label={words.name} name="album" autocomplete="off" capitals="sentences" value={name} set={setName} />
            <div class="field">
              <label for="album-notes">{words.notes}</label>
              <textarea
                id="album-notes"
                rows={3}
                maxLength={10_000}
                value={notes}
                onInput={({ currentTarget }) => {
                  setNotes(currentTarget.value);
                }}
              />
            </div>
            {!album.smart && (
              <Choice
                label={words.order}
                name="album-order"
                value={order}
                set={setOrder}
                options={[
                  { value: 'date', label: words.byDate },
                  { value: 'hand', label: words.byHand },
                ]}
              />
            )}
            {album.cover_chosen && <Check label={words.newestCover} on={newest} set={setNewest} />}
          </>
        )}
        <Check label={words.offTimeline} hint={words.offTimelineHint} on={off} set={setOff} />
      </Form>
    </Dialog>
  );
}
