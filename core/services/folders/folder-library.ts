import { compareNames } from '../../domain/compare-names.ts';
import { DomainError } from '../../domain/errors.ts';
import { parseFolder, folderName, isWithinFolder } from '../../domain/folder-path.ts';
import type { Cover } from '../../domain/photo.ts';
import type { PhotoFolders } from '../../store/photos/photo-folders.ts';
import type { Photos } from '../../store/photos/photos.ts';
import { folderCounts, type FolderCount } from '../../timeline/folder-census.ts';
import type { PhotoLibrary } from '../library.ts';
import { withOrWithoutHidden, type Viewer } from '../viewer.ts';
import type { FolderAccess } from './folder-access.ts';

export interface FolderSummary {
  readonly path: string;
  readonly name: string;
  /** The number of visible photos in this folder and its subfolders. */
  readonly photoCount: number;
  readonly cover: Cover | null;
}

export interface FolderListing {
  /** Empty for the root. */
  readonly path: string;
  /** The number of visible photos: with subfolders, and without. */
  readonly photoCount: number;
  readonly photosHere: number;
  /** The direct subfolders that have photos, sorted by name. */
  readonly folders: readonly FolderSummary[];
}

interface FolderFacts {
  count: number;
  cover: number;
  order: number;
}

interface Dependencies {
  readonly library: Pick<PhotoLibrary, 'selected'>;
  readonly folders: Pick<PhotoFolders, 'all'>;
  readonly photos: Pick<Photos, 'covers'>;
  readonly access: FolderAccess;
}

/** Folders of the photo store, with figures of their visible photos. */
export class FolderLibrary {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether the store has folders and the viewer may see them. */
  areSeen(viewer: Viewer): boolean {
    return this.#with.access.maySee(viewer) && this.#with.folders.all().some(({ path }) => path !== '');
  }

  /**
   * Lists the subfolders of a folder.
   * @param parent its path; empty or `/` for the root, which exists even if the store has no paths
   * @throws DomainError `forbidden` if the viewer may not see folders, `not_found`
   */
  list(viewer: Viewer, parent: string, includeHidden?: boolean): FolderListing {
    this.#with.access.check(viewer);
    const path = parseFolder(parent);
    if (path === null) throw noSuchFolder();
    const filter = { archived: 'with', ...withOrWithoutHidden(includeHidden) } as const;
    const counts = this.#with.library.selected(viewer, filter).derive('folders', folderCounts);
    const subfolders = new Map<string, FolderFacts>();
    let ownCount = 0;
    let totalCount = 0;
    for (const folder of this.#with.folders.all()) {
      const found = counts.get(folder.id);
      if (!found || !isWithinFolder(folder.path, path)) continue;
      totalCount += found.count;
      if (folder.path === path) ownCount += found.count;
      else add(subfolders, childOf(folder.path, path), found);
    }
    if (totalCount === 0 && path !== '') throw noSuchFolder();
    const covers = this.#with.photos.covers([...subfolders.values()].map(({ cover }) => cover));
    const folders = [...subfolders].map(([child, { count, cover }]) => ({
      path: child,
      name: folderName(child),
      photoCount: count,
      cover: covers.get(cover) ?? null,
    }));
    return { path, photoCount: totalCount, photosHere: ownCount, folders: folders.sort(byName) };
  }
}

function add(subfolders: Map<string, FolderFacts>, path: string, { count, cover, order }: FolderCount): void {
  const known = subfolders.get(path);
  if (!known) {
    subfolders.set(path, { count, cover, order });
    return;
  }
  known.count += count;
  if (order < known.order) Object.assign(known, { cover, order });
}

/** The direct subfolder of `parent` that contains `path`. */
function childOf(path: string, parent: string): string {
  const end = path.indexOf('/', parent === '' ? 0 : parent.length + 1);
  return end < 0 ? path : path.slice(0, end);
}

const byName = (a: FolderSummary, b: FolderSummary): number =>
  compareNames(a.name, b.name) || (a.path < b.path ? -1 : 1);

const noSuchFolder = (): DomainError =>
  new DomainError('not_found', 'There is no such folder.', { problem: 'no_such_folder' });
