import '../../styles/albums.css';
import type { JSX } from 'preact';
import { askAboutAlbum } from '../../actions/album-actions.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { Icon } from '../elements/icon.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { addToAlbum } from './add-to-album.ts';
import { fillable } from './pick-album.tsx';

/**
 * Drop targets beside the photos while some are dragged. They are for the mouse only: keyboard and touch have "Add to
 * album".
 */
export function AlbumDrops(): JSX.Element {
  const app = useApp();
  const photos = app.albums.carrying.value ?? [];
  const [albums] = useLoaded((stop) => app.api.library.albums(stop), []);
  const fillableAlbums = albums.is === 'there' ? fillable(albums.value.albums) : [];
  /** Includes all photos of selected stacks; null if something else was selected meanwhile. */
  const pickedUids = async (): Promise<string[] | null> =>
    (await app.selection.open())?.map((photo) => photo.uid) ?? null;
  const drop = async (uid: string): Promise<void> => {
    try {
      const photos = await pickedUids();
      if (!photos) return;
      await addToAlbum(app, uid, photos);
      app.selection.clear();
    } catch (error) {
      app.toasts.fail(error);
    }
  };
  const ask = async (): Promise<void> => {
    try {
      const photos = await pickedUids();
      if (photos) askAboutAlbum(app, { is: 'new', photos });
    } catch (error) {
      app.toasts.fail(error);
    }
  };
  return (
    <aside class="album-drops" aria-hidden="true">
      <p>
        <b>{words.drop}</b>
        <small>{words.carried(Math.max(photos.length, app.selection.tally.value.photos))}</small>
      </p>
      <ul>
        <li
          onPointerUp={() => {
            void ask();
          }}
        >
          <span class="album-picture">
            <Icon name="plus" />
          </span>
          {words.dropNew}
        </li>
        {fillableAlbums.map(({ uid, name, photo_count, cover_url }) => (
          <li key={uid} onPointerUp={() => void drop(uid)}>
            <span class="album-picture">{cover_url && <RetriedImage url={cover_url} lazy />}</span>
            <bdi>{name}</bdi>
            <small>{text.photos(photo_count)}</small>
          </li>
        ))}
      </ul>
    </aside>
  );
}
