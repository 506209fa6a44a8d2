import '../styles/albums.css';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { albumAction } from '../actions/album-actions.ts';
import { useApp } from '../app.ts';
import { addToAlbum } from '../components/albums/add-to-album.ts';
import { ActionButton } from '../components/elements/action-button.tsx';
import { SelectedCount } from '../components/frame/selection-bar.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { useAttempts } from '../components/hooks/attempts.ts';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Empty } from '../components/photos/empty.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { takesPhotos } from '../state/albums/albums.ts';
import { everyPhoto } from '../state/albums/every-photo.ts';
import { markedPhotos } from '../state/albums/marked-photos.ts';
import { placeOf, type Place } from '../state/routes.ts';
import { words } from '../strings/albums/index.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

/** In an album with more photos, those that are in it are not marked: all of them would have to be read first. */
const mostMarked = 5000;

/** Picks photos of the timeline for an album. */
export default function AddPhotosPage({ place, behind }: PageProps): JSX.Element {
  const { albums, api, grids, router, selection } = useApp();
  const uid = place.about ?? '';
  const [loaded, reload] = useLoaded(
    (stop) => everyPhoto((part) => api.albums.photos(uid, part, stop), mostMarked),
    [uid, albums.changes.value],
  );
  const there = loaded.is === 'there' ? loaded.value : null;
  const title = there ? words.addPhotosTo(there.album.name) : text.album.addPhotos;
  useDocumentTitle(title);
  const hasFailed = loaded.is === 'failed';
  useLayoutEffect(() => {
    if (hasFailed) return undefined;
    const isComplete = there?.photos.length === there?.total;
    albums.filling.value = markedPhotos(there && isComplete ? there.photos : []);
    return () => {
      albums.filling.value = null;
    };
  }, [there, hasFailed]);
  useLayoutEffect(() => {
    if (there && !takesPhotos(there.album)) router.exchange(placeOf('albums', { about: uid }));
  }, [there]);
  // The timeline itself would still have them selected, and its selected photos are no picks for the album.
  useLayoutEffect(() => {
    selection.clear();
    return () => {
      selection.clear();
    };
  }, []);
  if (hasFailed) {
    return (
      <main>
        <WhenLoaded of={loaded} again={reload}>
          {() => null}
        </WhenLoaded>
      </main>
    );
  }
  const grid = grids.of({});
  return (
    <>
      <AddBar place={place} />
      <PhotoGridView
        grid={grid}
        label={title}
        behind={behind}
        head={
          <div class="page-title list-title adding-title">
            <h1>{title}</h1>
          </div>
        }
      >
        <Empty grid={grid} />
      </PhotoGridView>
    </>
  );
}

/** Buttons to cancel and to add, and the number of picked photos. */
function AddBar({ place }: { place: Place }): JSX.Element {
  const app = useApp();
  const { router, selection, toasts } = app;
  const { busy, make } = useAttempts();
  const add = async (): Promise<void> => {
    const error = await make(async () => {
      // Of selected stacks, all photos are added.
      const photos = await selection.open();
      // The page was left, or something else was picked.
      if (!photos) return;
      await addToAlbum(
        app,
        place.about ?? '',
        photos.map(({ uid }) => uid),
      );
      // Unless the page was left meanwhile.
      if (router.place.peek() === place) router.returnTo(placeOf('albums', { about: place.about }));
    });
    if (error !== undefined) toasts.fail(error);
  };
  return (
    <header class="top-bar selection-bar adding-bar">
      <ActionButton action={albumAction('add-no-photos')} />
      <SelectedCount />
      <button
        class="button primary"
        type="button"
        disabled={busy || selection.count.value === 0}
        onClick={() => void add()}
      >
        {text.add}
      </button>
    </header>
  );
}
