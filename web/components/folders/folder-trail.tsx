import '../../styles/folders.css';
import type { JSX } from 'preact';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

/** @param path empty for the top level */
export const folderPlace = (path: string) => placeOf('folders', { about: path === '' ? null : path });

/** Links to the parent folders. */
export function FolderTrail({ path }: { path: string }): JSX.Element | null {
  if (path === '') return null;
  const names = path.split('/');
  const above = names.slice(0, -1).map((name, at) => ({ name, path: names.slice(0, at + 1).join('/') }));
  return (
    <nav class="folder-trail" aria-label={text.folders.trail}>
      <ol>
        {[{ name: text.pages.folders, path: '' }, ...above].map((step) => (
          <li key={step.path}>
            <a href={formatPlace(folderPlace(step.path))}>
              <bdi>{step.name}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
