import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp } from '../app.ts';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Message } from '../components/elements/message.tsx';
import { ListTitle } from '../components/frame/page-frame.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';

interface PhotosPageProps {
  readonly place: Place;
  readonly filter: PhotoFilter;
  /** An open photo covers it. */
  readonly behind: boolean;
}

/** The photos of an album, a place, a tag; favourites, the archive, what is hidden. */
export function PhotosPage({ place, filter, behind }: PhotosPageProps): JSX.Element {
  const { grids } = useApp();
  const grid = useMemo(() => grids.of(filter), [JSON.stringify(filter)]);
  const title = useTitle(place);
  useDocumentTitle(place.about === null || title === '' ? null : title);
  const isEmpty = grid.phase.value === 'ready' && grid.layout.total === 0;
  return (
    <PhotoGridView
      grid={grid}
      label={title}
      behind={behind}
      head={isEmpty ? <div class="page-title list-title" /> : <ListTitle title={title} count={grid.layout.total} />}
    >
      {isEmpty && <Message level={2} title={title} body={emptyText(place)} />}
    </PhotoGridView>
  );
}

/** An album is known by its name, which its address does not tell. */
function useTitle({ page, about }: Place): string {
  const { api } = useApp();
  const isAlbum = page === 'albums' && about !== null;
  const [albums] = useLoaded(async (stop) => (isAlbum ? (await api.library.albums(stop)).albums : []), [about]);
  if (!isAlbum) return about ?? (page === 'not-found' ? '' : text.pages[page]);
  const album = albums.is === 'there' ? albums.value.find(({ uid }) => uid === about) : undefined;
  return album?.name ?? '';
}

function emptyText({ page }: Place): string {
  const { nothingHere } = text;
  return page === 'favorites' || page === 'archive' || page === 'hidden' ? nothingHere[page] : nothingHere.other;
}
