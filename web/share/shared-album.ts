import type { SharedFacts, SharedPhoto, SharedPhotos } from '../../core/http/wire.ts';

/** Why the photos cannot be shown. */
export type Refusal = 'gone' | 'locked' | 'wrong' | 'often' | 'busy' | 'failed';

export class Refused extends Error {
  readonly why: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.why = refusal;
  }
}

interface SharedAlbumOptions {
  readonly fetch: typeof fetch;
  /** Photos per request. */
  readonly pageSize: number;
}

const usual: SharedAlbumOptions = { fetch: (...request) => fetch(...request), pageSize: 500 };

interface LoadedPhotos {
  readonly photos: readonly SharedPhoto[];
  readonly total: number;
}

/** The content of the share link in the URL. None of its requests needs an account. */
export class SharedAlbum {
  readonly #base: string;
  readonly #options: SharedAlbumOptions;

  /** @param path of the page, `/s/<token>` */
  constructor(path: string, options = usual) {
    this.#options = options;
    this.#base = `/api/shared/${path.split('/')[2] ?? ''}`;
  }

  facts(): Promise<SharedFacts> {
    return this.#ask('');
  }

  photos(offset: number): Promise<SharedPhotos> {
    return this.#ask(`/photos?limit=${this.#options.pageSize}&offset=${offset}`);
  }

  /** The loaded photos and the next ones. If the album has changed since they were loaded, they are read again. */
  async more({ photos, total }: LoadedPhotos): Promise<SharedPhotos> {
    const next = await this.photos(photos.length);
    if (next.total === total) return { photos: [...photos, ...next.photos], total };
    let all = await this.photos(0);
    for (
      let count = 0;
      all.photos.length > count && all.photos.length <= photos.length && all.photos.length < all.total;
    ) {
      count = all.photos.length;
      all = await this.more(all);
    }
    return all;
  }

  async unlock(password: string): Promise<void> {
    await this.#ask('/unlock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
  }

  full({ uid }: SharedPhoto): string {
    return `${this.#base}/photos/${uid}/full`;
  }

  original(photo: SharedPhoto): string {
    return `${this.full(photo)}?download=1`;
  }

  /** The URL of all originals as a ZIP, which the browser saves. */
  archive(language: string): string {
    return `${this.#base}/download?language=${language}`;
  }

  /** The URL of a video's file, if the link allows downloads. */
  video({ uid }: SharedPhoto): string {
    return `${this.#base}/photos/${uid}/stream`;
  }

  /** The URL of a converted video. @param start in seconds */
  stream(photo: SharedPhoto, start: number): string {
    return `${this.video(photo)}?start=${start.toFixed(3)}&height=720`;
  }

  /** The URL of the motion of a live photo. */
  motion({ uid }: SharedPhoto): string {
    return `${this.#base}/photos/${uid}/motion`;
  }

  async #ask<T>(path: string, options: RequestInit = {}): Promise<T> {
    let answer: Response;
    try {
      answer = await this.#options.fetch(this.#base + path, options);
    } catch {
      throw new Refused('failed');
    }
    if (!answer.ok) throw new Refused(whyOf(answer, options.method === 'POST'));
    return (await answer.json()) as T;
  }
}

function whyOf({ status, headers }: Response, isPassword: boolean): Refusal {
  if (status === 404) return 'gone';
  if (status === 429) return isPassword ? 'often' : 'busy';
  if (status === 403) return headers.get('x-error-kind') === 'wrong_password' ? 'wrong' : 'locked';
  // A password that is too long fails validation with 400.
  return status === 400 && isPassword ? 'wrong' : 'failed';
}
