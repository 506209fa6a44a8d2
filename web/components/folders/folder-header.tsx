import '../../styles/folders.css';
import type { JSX } from 'preact';
import type { Folders } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf, type Place } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Card } from '../elements/card.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { DownloadAll } from '../photos/download-all.tsx';
import { Check } from '../elements/check.tsx';
import { FolderTrail, folderPlace } from './folder-trail.tsx';

interface FolderHeaderProps {
  readonly listing: Folders;
  readonly place: Place;
  /** Whether photos of subfolders are shown, too. */
  readonly below: boolean;
}

/** The path of a folder, its subfolders, and a switch for the photos of these. */
export function FolderHeader({ listing, place, below }: FolderHeaderProps): JSX.Element {
  const { router, session } = useApp();
  const { path, folders } = listing;
  const count = below ? listing.photo_count : listing.photos_here;
  return (
    <header class="folder-header">
      <FolderTrail path={path} />
      <div class="page-title list-title">
        <h1>
          <bdi>{path === '' ? text.pages.folders : path.slice(path.lastIndexOf('/') + 1)}</bdi>
        </h1>
        <small>{text.photos(listing.photo_count)}</small>
        {count > 0 && <DownloadAll />}
      </div>
      {path === '' && session.may('admin') && <ForReaders />}
      {folders.length > 0 && (
        <nav aria-label={text.folders.below}>
          <div class="cards">
            {folders.map((folder) => (
              <Card
                key={folder.path}
                href={formatPlace(folderPlace(folder.path))}
                picture={folder.cover_url}
                title={folder.name}
                details={[text.photos(folder.photo_count)]}
              />
            ))}
          </div>
        </nav>
      )}
      {folders.length > 0 && (
        <Check
          label={text.folders.withBelow}
          on={below}
          set={(isOn) => {
            const otherQuery = Object.entries(place.query).filter(([name]) => name !== 'all');
            const query = Object.fromEntries([...otherQuery, ...(isOn ? [['all', '1'] as const] : [])]);
            router.exchange(placeOf('folders', { about: place.about, query }));
          }}
        />
      )}
    </header>
  );
}

/** Whether viewers see folders; a switch for admins. */
function ForReaders(): JSX.Element | null {
  const { api, toasts } = useApp();
  const [loaded, reload] = useLoaded((stop) => api.folders.settings(stop), []);
  if (loaded.is !== 'there') return null;
  const set = async (readers: boolean): Promise<void> => {
    try {
      await api.folders.showToReaders(readers);
    } catch (error) {
      toasts.fail(error);
    }
    reload();
  };
  return (
    <Check
      label={text.folders.readers}
      hint={text.folders.readersHint}
      on={loaded.value.readers}
      set={(isOn) => void set(isOn)}
    />
  );
}
