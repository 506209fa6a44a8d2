import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Album } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { takesPhotos } from '../../state/albums/albums.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Icon } from '../elements/icon.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';
import { useChosenInSight } from '../hooks/chosen-in-sight.ts';
import { useDraft } from '../hooks/draft.ts';
import { useLoaded } from '../hooks/loaded.ts';
import { useSaving } from '../hooks/saving.ts';
import { addToAlbum } from './add-to-album.ts';
import { useMakeAlbum } from './make-album.ts';

/** The albums to which photos can be added, filtered by part of their name. */
export const fillable = (albums: readonly Album[], part = ''): Album[] =>
  albums.filter((album) => {
    return takesPhotos(album) && album.name.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
  });

/** Asks to which album photos are added: an existing one, or a new one. */
export function PickAlbum({ photos, close }: { photos: readonly string[]; close: () => void }): JSX.Element {
  const app = useApp();
  const id = useId();
  const make = useMakeAlbum();
  const [typed, setTyped] = useDraft('album to add to', '');
  const { busy, failure, make: attempt, forget } = useSaving(close);
  const [chosenIndex, setChosenIndex] = useState(0);
  const [albums] = useLoaded((stop) => app.api.library.albums(stop), []);
  const matches = albums.is === 'there' ? fillable(albums.value.albums, typed) : [];
  const name = typed.trim();
  // Until the albums are loaded, there may be one with the name.
  const isNew = albums.is === 'there' && name !== '' && !matches.some((album) => album.name === name);
  const count = matches.length + (isNew ? 1 : 0);
  const at = Math.min(chosenIndex, count - 1);
  const list = useChosenInSight<HTMLUListElement>(matches[at]?.uid ?? at);

  const take = async (index: number): Promise<void> => {
    const album = matches[index];
    if (!album && !isNew) return;
    await attempt(async () => {
      if (album) await addToAlbum(app, album.uid, photos);
      else await make(name, photos);
      app.selection.clear();
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setChosenIndex((at + step + count) % count);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void take(at);
    }
  };
  const option = (index: number, content: JSX.Element): JSX.Element => (
    <li
      key={index}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === at}
      onClick={() => void take(index)}
      onPointerDown={(event) => {
        // The text field keeps the focus.
        event.preventDefault();
      }}
    >
      {content}
    </li>
  );
  return (
    <Dialog label={words.addTitle(photos.length)} close={close}>
      <div class="pick-album">
        <h2>{words.addTitle(photos.length)}</h2>
        <input
          role="combobox"
          aria-label={words.find}
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
          placeholder={words.find}
          autocomplete="off"
          maxLength={200}
          autofocus
          readOnly={busy}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenIndex(0);
            forget();
          }}
          onKeyDown={onKeyDown}
        />
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={text.pages.albums} aria-busy={busy}>
          {matches.map((album, index) =>
            option(
              index,
              <>
                <span class="album-picture">{album.cover_url && <RetriedImage url={album.cover_url} lazy />}</span>
                <bdi>{album.name}</bdi>
                <small>{text.photos(album.photo_count)}</small>
              </>,
            ),
          )}
          {isNew &&
            option(
              matches.length,
              <>
                <span class="album-picture">
                  <Icon name="plus" />
                </span>
                <bdi>{words.makeNamed(name)}</bdi>
              </>,
            )}
        </ul>
        {albums.is === 'failed' && <p class="failure">{albums.why}</p>}
        {albums.is === 'loading' && <p class="hint">{text.starting}</p>}
        {albums.is === 'there' && count === 0 && <p class="hint">{words.none}</p>}
        {failure !== null && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        <div class="buttons">
          <button class="button quiet" type="button" onClick={close}>
            {busy ? text.close : text.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
