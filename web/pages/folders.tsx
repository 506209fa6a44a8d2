import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ApiError } from '../api/errors.ts';
import { useApp } from '../app.ts';
import { Message } from '../components/elements/message.tsx';
import { NoAccess } from '../components/elements/no-access.tsx';
import { FolderHeader } from '../components/folders/folder-header.tsx';
import { WhenLoaded } from '../components/frame/page-frame.tsx';
import { useDocumentTitle } from '../components/hooks/document-title.ts';
import { useLoaded } from '../components/hooks/loaded.ts';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { formatPlace, placeOf } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import type { PageProps } from './page-props.ts';

/** A folder of the photo store: its subfolders and its photos. */
export default function FoldersPage({ place, behind }: PageProps): JSX.Element {
  const { api, session } = useApp();
  const path = place.about ?? '';
  const [loaded, reload] = useLoaded(
    (stop) =>
      api.folders.list(path, stop).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        if (error instanceof ApiError && error.status === 403) return 'closed';
        throw error;
      }),
    [path],
  );
  useDocumentTitle(path === '' ? null : path.slice(path.lastIndexOf('/') + 1));
  const listing = loaded.is === 'there' ? loaded.value : undefined;
  if (listing === null) return <NoSuchFolder />;
  if (listing === 'closed') return <NoAccess needs="write" />;
  // Viewers only see folders if administrators allow it, so no photos are asked for before this answer.
  if (loaded.is === 'loading' && !session.may('write')) return <main aria-busy="true" />;
  return (
    <FolderPhotos
      place={place}
      behind={behind}
      isEmpty={listing?.photo_count === 0}
      head={(below) => (
        <WhenLoaded of={loaded} again={reload}>
          {() => listing && <FolderHeader listing={listing} place={place} below={below} />}
        </WhenLoaded>
      )}
    />
  );
}

interface FolderPhotosProps extends PageProps {
  readonly isEmpty: boolean;
  /** @param below whether the photos of subfolders are shown as well */
  readonly head: (below: boolean) => JSX.Element;
}

/** The photos of a folder. */
function FolderPhotos({ place, behind, isEmpty, head }: FolderPhotosProps): JSX.Element {
  const { grids } = useApp();
  const path = place.about ?? '';
  const below = place.query['all'] === '1';
  const grid = useMemo(
    () => grids.of({ folder: path === '' ? '/' : path, ...(below ? {} : { subfolders: false }) }),
    [path, below],
  );
  return (
    <PhotoGridView key={`${path} ${below}`} grid={grid} label={text.pages.folders} behind={behind} head={head(below)}>
      {grid.phase.value === 'failed' && <GridFailed grid={grid} />}
      {isEmpty && <Message level={2} drawing="photos" title={text.folders.none} body={text.folders.noneBody} />}
    </PhotoGridView>
  );
}

function NoSuchFolder(): JSX.Element {
  return (
    <main>
      <Message drawing="lost" title={text.folders.noSuch} body={text.folders.noSuchBody}>
        <a class="button" href={formatPlace(placeOf('folders'))}>
          {text.showAllOf(text.pages.folders)}
        </a>
      </Message>
    </main>
  );
}
