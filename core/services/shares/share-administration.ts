import { DomainError } from '../../domain/errors.ts';
import { newShareToken, shareTokenHash } from '../../domain/share-token.ts';
import type { UserRow, Users } from '../../store/accounts/users.ts';
import type { Photos } from '../../store/photos/photos.ts';
import type { SharedLists } from '../../store/shares/shared-lists.ts';
import type { ShareChoices, ShareRow, ShareRows } from '../../store/shares/share-rows.ts';
import type { SharingSwitch } from '../../store/shares/sharing-switch.ts';
import type { Transact } from '../../store/transact.ts';
import type { AlbumLibrary } from '../album-library.ts';
import { noSuchPhoto } from '../library.ts';
import type { Passwords } from '../passwords.ts';
import { letOthersRun } from '../../threads/pause.ts';
import { openScopeOf, scopeOf, type Viewer } from '../viewer.ts';
import { maySharePhotos } from './open-shares.ts';
import type { SharedPhotos } from './shared-photos.ts';

/** The maximum number of photos in a share that is a list. */
export const maxSharedPhotos = 5000;
/** The maximum number of shares of one user; more indicate a faulty program. */
const maxOfUser = 500;

export type ShareContent = { readonly photos: readonly string[] } | { readonly album: string };

/** A share as its maker and admins see it. */
export interface ShareView extends ShareRow {
  /** The username of its maker. */
  readonly maker: string;
  readonly isOwn: boolean;
  /** The number of photos that visitors see now. */
  readonly photoCount: number;
  /** The name of the album; null for a list of photos, and for an album that no longer exists. */
  readonly albumName: string | null;
  /** `paused`: its maker may currently not share. */
  readonly state: 'open' | 'expired' | 'paused';
}

type Choices = ShareChoices & { readonly password: string | null };
type Changes = { readonly [F in keyof Choices]?: Choices[F] | undefined };

interface Dependencies {
  readonly rows: ShareRows;
  readonly lists: SharedLists;
  readonly sharing: SharingSwitch;
  readonly users: Pick<Users, 'byId'>;
  readonly photos: Pick<Photos, 'listedId'>;
  readonly contents: Pick<SharedPhotos, 'count' | 'ready'>;
  readonly albums: Pick<AlbumLibrary, 'one' | 'ready'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Creates, lists and revokes share links: a user's own, and all of them for admins. */
export class ShareAdministration {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  get isOn(): boolean {
    return this.#with.sharing.isOn;
  }

  /** Switching sharing off disables all links at once; switching it on enables them again. */
  switch(isOn: boolean): void {
    this.#with.sharing.set(isOn);
  }

  /**
   * @returns the share with its token, which is only returned here
   * @throws DomainError `conflict` while sharing is off, `not_found` for an album or photos that do not exist, `bad_input`
   */
  async make(
    viewer: Viewer,
    content: ShareContent,
    choices: Choices,
    signal: AbortSignal,
  ): Promise<{ share: ShareView; token: string }> {
    const { rows, lists, photos, albums, transact, clock, sharing } = this.#with;
    if (!sharing.isOn) {
      throw new DomainError('conflict', 'Sharing by links is off: an admin can switch it on.', {
        problem: 'sharing_off',
      });
    }
    if (rows.countOf(viewer.userId) >= maxOfUser) {
      throw new DomainError('conflict', `You have ${maxOfUser} links already: revoke some first.`);
    }
    this.#checkExpiry(choices.expiresAt);
    const { password, ...rest } = choices;
    if ('album' in content) {
      await albums.ready(content.album, signal);
      albums.one(viewer, content.album);
    }
    const passwordHash = await this.#hash(password);
    const token = newShareToken();
    const id = transact(() => {
      const ids =
        'album' in content ? [] : content.photos.flatMap((uid) => photos.listedId(uid, scopeOf(viewer)) ?? []);
      if (!('album' in content) && ids.length === 0) throw noSuchPhoto();
      const row = rows.add({
        ...rest,
        tokenHash: shareTokenHash(token),
        userId: viewer.userId,
        albumUid: 'album' in content ? content.album : null,
        passwordHash,
        createdAt: clock(),
      });
      lists.add(row, ids);
      return row;
    });
    return { share: await this.#tell(viewer, this.#row(viewer, id), signal), token };
  }

  /** Newest first. */
  async list(viewer: Viewer, signal: AbortSignal): Promise<ShareView[]> {
    const rows = this.#with.rows.list(viewer.role === 'admin' ? undefined : viewer.userId);
    const shares: ShareView[] = [];
    for (const row of rows) {
      shares.push(await this.#tell(viewer, row, signal));
      // Each share may be a list of thousands.
      await letOthersRun(signal);
    }
    return shares;
  }

  /** @throws DomainError `not_found` for a share of another user, `bad_input` */
  async change(viewer: Viewer, id: number, { password, ...choices }: Changes, signal: AbortSignal): Promise<ShareView> {
    this.#row(viewer, id);
    this.#checkExpiry(choices.expiresAt);
    const passwordHash = password === undefined ? undefined : await this.#hash(password);
    this.#with.rows.change(id, { ...choices, passwordHash });
    return this.#tell(viewer, this.#row(viewer, id), signal);
  }

  /** @throws DomainError `not_found` */
  revoke(viewer: Viewer, id: number): void {
    this.#row(viewer, id);
    this.#with.rows.remove(id);
  }

  #row(viewer: Viewer, id: number): ShareRow {
    const row = this.#with.rows.byId(id);
    if (!row || (row.userId !== viewer.userId && viewer.role !== 'admin')) {
      throw new DomainError('not_found', 'There is no such link.', { problem: 'no_such_share' });
    }
    return row;
  }

  async #hash(password: string | null): Promise<string | null> {
    return password === null ? null : this.#with.passwords.hash(password);
  }

  #checkExpiry(expiresAt: number | null | undefined): void {
    if (expiresAt === null || expiresAt === undefined || expiresAt > this.#with.clock()) return;
    throw new DomainError('bad_input', 'expires_at must be in the future.');
  }

  async #tell(viewer: Viewer, row: ShareRow, signal: AbortSignal): Promise<ShareView> {
    const { users, contents, clock } = this.#with;
    await contents.ready(row, signal);
    const maker = users.byId(row.userId);
    const isOwn = row.userId === viewer.userId;
    const isOver = row.expiresAt !== null && row.expiresAt <= clock();
    const mayShare = maySharePhotos(maker);
    return {
      ...row,
      maker: maker?.username ?? '',
      isOwn,
      photoCount: mayShare ? contents.count(row, makerAs(maker), (isOwn ? scopeOf : openScopeOf)(makerAs(maker))) : 0,
      albumName: this.#albumName(viewer, row.albumUid),
      state: isOver ? 'expired' : mayShare ? 'open' : 'paused',
    };
  }

  #albumName(viewer: Viewer, uid: string | null): string | null {
    if (uid === null) return null;
    try {
      return this.#with.albums.one(viewer, uid).name;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return null;
      throw error;
    }
  }
}

const makerAs = ({ id, role }: Pick<UserRow, 'id' | 'role'>): Viewer => ({ userId: id, role });
