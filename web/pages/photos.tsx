import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp } from '../app.ts';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import type { DrawingName } from '../components/elements/drawing.tsx';
import { Message } from '../components/elements/message.tsx';
import { NoSuch } from '../components/elements/no-such.tsx';
import { ListTitle } from '../components/frame/page-frame.tsx';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';

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
  const phase = grid.phase.value;
  const isEmpty = phase === 'ready' && grid.layout.total === 0;
  return (
    <PhotoGridView
      grid={grid}
      label={title ?? ''}
      behind={behind}
      head={
        isEmpty ? <div class="page-title list-title" /> : <ListTitle title={title ?? ''} count={grid.layout.total} />
      }
    >
      {phase === 'failed' && <GridFailed grid={grid} />}
      {isEmpty && <NoPhotos place={place} title={title} />}
    </PhotoGridView>
  );
}

const drawings: Partial<Record<Place['page'], DrawingName>> = {
  favorites: 'heart',
  archive: 'archive',
  hidden: 'hidden',
  albums: 'albums',
};

/** An album may have none; places and tags are known by their photos alone. */
function NoPhotos({ place: { page, about }, title }: { place: Place; title: string | null }): JSX.Element | null {
  if (page === 'places' || page === 'tags') return <NoSuch of={page} name={about} />;
  if (page === 'albums' && title === null) return <NoSuch of="albums" />;
  // Not before it is known whether there is such an album.
  return title === '' ? null : (
    <Message drawing={drawings[page] ?? 'photos'} title={title ?? ''} body={emptyText(page)}>
      <a class="button" href="#/">
        {text.toTimeline}
      </a>
    </Message>
  );
}

/**
 * An album is known by its name, which its address does not tell.
 * @returns empty until it is known; null for an album that is not there
 */
function useTitle({ page, about }: Place): string | null {
  const { api } = useApp();
  const isAlbum = page === 'albums' && about !== null;
  const [albums] = useLoaded(async (stop) => (isAlbum ? (await api.library.albums(stop)).albums : []), [about]);
  if (page === 'places' && about !== null) return placeName(about);
  if (!isAlbum) return about ?? (page === 'not-found' ? '' : text.pages[page]);
  if (albums.is !== 'there') return '';
  return albums.value.find(({ uid }) => uid === about)?.name ?? null;
}

function emptyText(page: Place['page']): string {
  const { nothingHere } = text;
  return page === 'favorites' || page === 'archive' || page === 'hidden' ? nothingHere[page] : nothingHere.other;
}
