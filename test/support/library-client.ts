import type {
  ChecksAnswer,
  FaceSearchResults,
  IndexerState,
  Overview,
  Photo,
  PhotoList,
  Status,
  TokenPair,
} from '../../core/http/wire.ts';
import { until } from './until.ts';
import { uploadForm } from './upload-form.ts';

/** The first account of the servers in these tests. */
export const admin = { username: 'admin', password: 'admin-password' };

interface Question {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A library as its admin sees it over HTTP. */
export class LibraryClient {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string, account = admin): Promise<LibraryClient> {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`);
    return new LibraryClient(url, ((await answer.json()) as TokenPair).access_token);
  }

  /** Returns any response unchanged. */
  ask(path: string, { method = 'GET', headers = {}, body, signal }: Question = {}): Promise<Response> {
    return fetch(new URL(path, this.#url), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  /** The JSON of a successful response. */
  async json<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
    const answer = await this.ask(path, { method, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Uploads a picture for a search by face. */
  async searchFace(picture: Uint8Array): Promise<FaceSearchResults> {
    const { payload, headers } = await uploadForm({ file: picture });
    const answer = await fetch(new URL('/api/search/face', this.#url), {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body: new Uint8Array(payload),
    });
    if (!answer.ok) throw new Error(`the search by face answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as FaceSearchResults;
  }

  /** Every photo of the timeline, by its albums' names and its own: `2019/upright.jpg`, `beach.jpg`. */
  async photos(): Promise<Map<string, Photo>> {
    const list = await this.json<PhotoList>('/api/photos?limit=1000&include_archived=true&include_hidden=true');
    if (list.total !== list.photos.length) throw new Error(`${list.photos.length} photos listed of ${list.total}`);
    const answers = await Promise.all(list.photos.map(({ uid }) => this.ask(`/api/photos/${uid}`)));
    // A photo has left the library since the list.
    if (answers.some(({ status }) => status === 404)) return this.photos();
    const photos = (await Promise.all(answers.map((answer) => answer.json()))) as Photo[];
    const named = new Map(
      photos.map((photo) => [[...photo.albums.map(({ name }) => name), photo.name].join('/'), photo]),
    );
    if (named.size !== photos.length) throw new Error('a photo stands in the library twice');
    return named;
  }

  async photo(name: string): Promise<Photo> {
    const photo = (await this.photos()).get(name);
    if (!photo) throw new Error(`the library has no ${name}`);
    return photo;
  }

  async total(): Promise<number> {
    return (await this.json<PhotoList>('/api/photos?limit=1')).total;
  }

  /** All bytes of a photo. */
  async bytes({ uid }: Pick<Photo, 'uid'>): Promise<Buffer> {
    const answer = await this.ask(`/api/photos/${uid}/full`);
    if (answer.status !== 200) throw new Error(`the photo answered ${answer.status}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async indexer(): Promise<IndexerState> {
    return (await this.json<Overview>('/api/admin/overview')).indexer;
  }

  /** The result of the check of the photo source. */
  async bridgeCheck(): Promise<{ ok: boolean; detail: string }> {
    const { checks } = await this.json<ChecksAnswer>('/api/admin/checks', 'POST');
    const check = checks.find(({ id }) => id === 'bridge');
    if (!check) throw new Error('there is no check of the bridge');
    return check;
  }

  /** Makes the server sync its source now, even during a pause. */
  async sync(): Promise<void> {
    await this.json('/api/admin/indexer/sync', 'POST');
  }

  /**
   * Resolves once no photo is waiting to be indexed or analysed, and the background tasks have run this many times
   * since: work that one run leaves to the next is then finished too.
   */
  async untilAtRest({ runs = 2, seconds = 240 } = {}): Promise<void> {
    for (let run = 0; run < runs; run += 1) {
      if (run > 0) await this.sync();
      await until(async () => {
        const { photos, pending, indexing } = await this.json<Status>('/api/status');
        return photos > 0 && pending === 0 && !indexing.running && (await this.indexer()).state === 'waiting';
      }, seconds);
    }
  }

  /**
   * Resolves once the library has exactly these photos with this content, and none is waiting to be indexed.
   * @param contents SHA-1 by name
   */
  async untilHolds(contents: Readonly<Record<string, string>>, seconds = 240): Promise<void> {
    const wanted = linesOf(Object.entries(contents));
    let held = new Set<string>();
    try {
      await until(async () => {
        // Photos are only requested individually once there are at least as many as expected.
        const list = await this.json<PhotoList>('/api/photos?limit=1&include_archived=true&include_hidden=true');
        if (list.total < wanted.size) return false;
        const photos = [...(await this.photos())].filter(([, { state }]) => state !== 'failed');
        held = linesOf(photos.map(([name, { sha1 }]) => [name, sha1]));
        const same = held.size === wanted.size && [...held].every((line) => wanted.has(line));
        return same && photos.every(([, { state }]) => state !== 'pending');
      }, seconds);
    } catch (error) {
      held = linesOf([...(await this.photos())].map(([name, { sha1 }]) => [name, sha1]));
      const tooMuch = [...held].filter((line) => !wanted.has(line));
      const missing = [...wanted].filter((line) => !held.has(line));
      const differences = JSON.stringify({ tooMuch, missing, indexer: await this.indexer() });
      throw new Error(`The library is not like its store: ${differences}`, { cause: error });
    }
  }
}

const linesOf = (contents: Iterable<readonly [name: string, sha1: string | null]>): Set<string> =>
  new Set([...contents].map(([name, sha1]) => `${name} ${sha1}`));
