import type { Album, AlbumPhotos, ChangedAlbum, Ok, PhotoRule, UnmadeAlbum } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** A change of an album; absent fields stay unchanged. */
export interface AlbumChange {
  readonly name?: string;
  readonly notes?: string;
  /** A photo's uid; null for the newest photo. */
  readonly cover?: string | null;
  readonly rule?: PhotoRule;
  readonly off_timeline?: boolean;
  readonly order?: 'date' | 'hand';
}

export interface AlbumPhotosChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly order?: readonly string[];
  readonly before?: string | null;
}

/** Routes of albums that people make. */
export class AlbumRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param content its first photos, at most 5000, or the rule of a smart album */
  make(name: string, content: { readonly photos: readonly string[] } | { readonly rule: PhotoRule }): Promise<Album> {
    return this.#client.call('POST', '/api/albums', { body: { name, ...content } });
  }

  change(uid: string, change: AlbumChange): Promise<Album> {
    return this.#client.call('PATCH', of(uid), { body: change });
  }

  remove(uid: string): Promise<Ok> {
    return this.#client.call('DELETE', of(uid));
  }

  /** @param photos at most 5000 of those that it was made of */
  unmake(uid: string, photos: readonly string[]): Promise<UnmadeAlbum> {
    return this.#client.call('POST', `${of(uid)}/undo`, { body: { photos } });
  }

  changePhotos(uid: string, change: AlbumPhotosChange): Promise<ChangedAlbum> {
    return this.#client.call('PUT', `${of(uid)}/photos`, { body: change });
  }

  photos(
    uid: string,
    { offset, limit, withHidden = false }: { offset: number; limit: number; withHidden?: boolean },
    stop?: AbortSignal,
  ): Promise<AlbumPhotos> {
    const hidden = withHidden ? '&include_hidden=true' : '';
    return this.#client.call('GET', `${of(uid)}/photos?limit=${limit}&offset=${offset}${hidden}`, { stop });
  }
}

const of = (uid: string): string => `/api/albums/${encodeURIComponent(uid)}`;
