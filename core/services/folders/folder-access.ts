import { DomainError } from '../../domain/errors.ts';
import { roleAllows } from '../../domain/roles.ts';
import type { FolderSwitch } from '../../store/photos/folder-switch.ts';
import type { PhotoFolders } from '../../store/photos/photo-folders.ts';
import type { Viewer } from '../viewer.ts';

/** Decides who sees the folders of the store: users with the role write and above, and readers if an admin allows it. */
export class FolderAccess {
  readonly #switch: FolderSwitch;
  readonly #folders: Pick<PhotoFolders, 'of' | 'some'>;

  constructor(parts: { switch: FolderSwitch; folders: Pick<PhotoFolders, 'of' | 'some'> }) {
    this.#switch = parts.switch;
    this.#folders = parts.folders;
  }

  /** Whether readers see folders. */
  get readers(): boolean {
    return this.#switch.readers;
  }

  showToReaders(readers: boolean): void {
    this.#switch.readers = readers;
  }

  /** @throws DomainError `forbidden` */
  check(viewer: Viewer): void {
    if (this.maySee(viewer)) return;
    throw new DomainError('forbidden', 'Folders are not shown to the role read here: an admin can change that.', {
      problem: 'role_too_low',
    });
  }

  /** The folder of a photo; undefined if it is unknown or the viewer may not see folders. */
  of(viewer: Viewer, photo: number): string | undefined {
    return this.maySee(viewer) ? this.#folders.of(photo) : undefined;
  }

  /** The folders of photos, by photo id. */
  some(viewer: Viewer, photos: readonly number[]): ReadonlyMap<number, string> {
    return this.maySee(viewer) ? this.#folders.some(photos) : new Map();
  }

  maySee({ role }: Viewer): boolean {
    return this.#switch.readers || roleAllows(role, 'write');
  }
}
