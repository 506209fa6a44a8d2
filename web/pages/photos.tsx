import type { JSX } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { Album } from '../../core/http/wire.ts';
import { albumAction } from '../actions/album-actions.ts';
import { offered } from '../actions/index.ts';
import { isAlbum } from '../actions/photo-actions.ts';
import { useApp } from '../app.ts';
import { AlbumAside } from '../components/albums/album-head.tsx';
import { SaveAsAlbum } from '../components/albums/save-as-album.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { ActionButton } from '../components/elements/action-button.tsx';
import type { DrawingName } from '../components/elements/drawing.tsx';
import { Message } from '../components/elements/message.tsx';
import { NoSuch } from '../components/elements/no-such.tsx';
import { TextButton } from '../components/elements/text-button.tsx';
import { ListTitle } from '../components/frame/page-frame.tsx';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { ruleOfFilter } from '../state/albums/search-rule.ts';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import type { Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';

interface PhotosPageProps {
  readonly place: Place;
  readonly filter: PhotoFilter;
  /** Whether an open photo covers it. */
  readonly behind: boolean;
}

const addPhotos = albumAction('add-photos');

/** The photos of an album, a place or a tag; favourites, archived or hidden photos. */
export function PhotosPage({ place, filter, behind }: PhotosPageProps): JSX.Element {
  const { grids } = useApp();
  const grid = useMemo(() => grids.of(filter), [JSON.stringify(filter)]);
  const album = useAlbum(place);
  const title = titleOf(place, album);
  useDocumentTitle(place.about === null || title === '' ? null : title);
  const phase = grid.phase.value;
  const isEmpty = phase === 'ready' && grid.layout.total === 0;
  const aside =
    place.page === 'albums' ? (
      <>
        <AlbumAside album={album ?? null}>{!isEmpty && <ShareAlbum />}</AlbumAside>
        {!isEmpty && <TextButton action={addPhotos} />}
      </>
    ) : (
      <SaveAsAlbum name={title ?? ''} rule={ruleOfFilter(filter)} />
    );
  return (
    <PhotoGridView
      grid={grid}
      label={title ?? ''}
      behind={behind}
      head={
        isEmpty ? (
          <div class="page-title list-title">{album && aside}</div>
        ) : (
          <>
            <ListTitle title={title ?? ''} counts={grid.counts}>
              {aside}
            </ListTitle>
            {album && album.notes !== '' && <p class="album-notes">{album.notes}</p>}
          </>
        )
      }
    >
      {phase === 'failed' && <GridFailed grid={grid} />}
      {isEmpty && <NoPhotos place={place} title={title} album={album ?? null} />}
    </PhotoGridView>
  );
}

/** A button to share the album of the page, for those who may. */
function ShareAlbum(): JSX.Element | null {
  const app = useApp();
  const action = offered(app).find(({ id }) => id === 'share');
  return isAlbum(app) && action ? <ActionButton action={action} /> : null;
}

const drawings: Partial<Record<Place['page'], DrawingName>> = {
  favorites: 'heart',
  archive: 'archive',
  hidden: 'hidden',
  albums: 'albums',
};

/** An album may be empty; places and tags only exist through their photos. */
function NoPhotos(props: { place: Place; title: string | null; album: Album | null }): JSX.Element | null {
  const app = useApp();
  const { title, album } = props;
  const { page, about } = props.place;
  if (page === 'places' || page === 'tags') return <NoSuch of={page} name={about} />;
  if (page === 'albums' && title === null) return <NoSuch of="albums" />;
  // Not before it is known whether the album exists.
  return title === '' ? null : (
    <Message drawing={drawings[page] ?? 'photos'} title={title ?? ''} body={emptyText(page, album)}>
      {offered(app).includes(addPhotos) ? (
        <TextButton action={addPhotos} kind="primary" />
      ) : (
        <a class="button" href="#/">
          {text.toTimeline}
        </a>
      )}
    </Message>
  );
}

/**
 * The album of the page, whose URL has only its uid.
 * @returns undefined until it is known; null if it does not exist, and on other pages
 */
function useAlbum({ page, about }: Place): Album | null | undefined {
  const { api, albums: state } = useApp();
  const isAlbum = page === 'albums' && about !== null;
  const [loaded] = useLoaded(
    async (stop) => (isAlbum ? (await api.library.albums(stop)).albums : []),
    [about, state.changes.value],
  );
  const album = loaded.is === 'there' ? (loaded.value.find(({ uid }) => uid === about) ?? null) : undefined;
  useLayoutEffect(() => {
    state.shown.value = album ?? null;
    return () => {
      state.shown.value = null;
    };
  }, [album]);
  return isAlbum ? album : null;
}

/** @returns empty until it is known; null for an album that does not exist */
function titleOf({ page, about }: Place, album: Album | null | undefined): string | null {
  if (page === 'places' && about !== null) return placeName(about);
  if (page === 'albums' && about !== null) return album === undefined ? '' : (album?.name ?? null);
  return about ?? (page === 'not-found' ? '' : text.pages[page]);
}

function emptyText(page: Place['page'], album: Album | null): string {
  if (album?.smart) return text.album.emptySmart;
  if (album?.source === 'own') return text.album.empty;
  const { nothingHere } = text;
  return page === 'favorites' || page === 'archive' || page === 'hidden' ? nothingHere[page] : nothingHere.other;
}
