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

/** Who the servers of these tests begin with. */
export const admin = { username: 'admin', password: 'admin-password' };

interface Question {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A library as its admin sees it, over HTTP alone. */
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

  /** Any answer as it comes. */
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

  /** The JSON of an answer that must be good. */
  async json<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
    const answer = await this.ask(path, { method, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Uploads a picture for a search by the face in it. */
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

  /** Every photo of the timeline, by the name of its folder and its own: `2019/upright.jpg`, `beach.jpg`. */
  async photos(): Promise<Map<string, Photo>> {
    const list = await this.json<PhotoList>('/api/photos?limit=1000&include_archived=true&include_hidden=true');
    if (list.total !== list.photos.length) throw new Error(`${list.photos.length} photos listed of ${list.total}`);
    const answers = await Promise.all(list.photos.map(({ uid }) => this.ask(`/api/photos/${uid}`)));
    // One of them left the library since they were listed.
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

  /** The bytes of a photo, whole. */
  async bytes({ uid }: Pick<Photo, 'uid'>): Promise<Buffer> {
    const answer = await this.ask(`/api/photos/${uid}/full`);
    if (answer.status !== 200) throw new Error(`the photo answered ${answer.status}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async indexer(): Promise<IndexerState> {
    return (await this.json<Overview>('/api/admin/overview')).indexer;
  }

  /** What the check of the photo source says. */
  async bridgeCheck(): Promise<{ ok: boolean; detail: string }> {
    const { checks } = await this.json<ChecksAnswer>('/api/admin/checks', 'POST');
    const check = checks.find(({ id }) => id === 'bridge');
    if (!check) throw new Error('there is no check of the bridge');
    return check;
  }

  /** Lets the server look at its source now, also while it pauses. */
  async sync(): Promise<void> {
    await this.json('/api/admin/indexer/sync', 'POST');
  }

  /**
   * Resolves once no photo waits to be read or analysed, and the background tasks have run so many times since then: what one
   * run of them leaves to the next is done, too.
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
   * Resolves once the library holds exactly these photos, with this content, and none waits to be read.
   * @param contents sha1 by name
   */
  async untilHolds(contents: Readonly<Record<string, string>>, seconds = 240): Promise<void> {
    const wanted = linesOf(Object.entries(contents));
    let held = new Set<string>();
    try {
      await until(async () => {
        // Each photo is asked for only when there are as many of them as there should be, or more that cannot be read.
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
