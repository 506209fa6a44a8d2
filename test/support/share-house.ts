import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerInjectResponse } from '@hapi/hapi';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { thumbPath } from '../../core/domain/thumb-path.ts';
import type { NewShare, SharedFacts, SharedPhoto, SharedPhotos } from '../../core/http/wire.ts';
import { SourceError, type PhotoSource } from '../../core/plugin-api/index.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';

type Headers = Record<string, string>;

/** Text in the originals' EXIF that guests must not receive. */
export const secretPlace = 'the summer house';

/** A picture with a position in its EXIF. */
function tellingPicture(): Promise<Buffer> {
  return sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#357' } })
    .withExif({
      IFD0: { ImageDescription: secretPlace },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
}

/** A library with sharing switched on, photos with files, and share links. */
export class ShareHouse {
  readonly #content: Buffer;
  server!: LibraryServer;

  private constructor(content: Buffer) {
    this.#content = content;
  }

  static async open(): Promise<ShareHouse> {
    const house = new ShareHouse(await tellingPicture());
    house.server = await libraryServer({ open: (...asked) => house.#open(...asked) });
    await house.sharing(true);
    return house;
  }

  /** Called before an original is read. */
  beforeOpen: (uid: string) => void = () => undefined;

  #open: PhotoSource['open'] = (uid, { range }) => {
    this.beforeOpen(uid);
    const total = this.#content.length;
    const start = range === undefined ? 0 : range.start < 0 ? Math.max(0, total + range.start) : range.start;
    const end = Math.min(total - 1, range?.end ?? total - 1);
    if (start > end) return Promise.reject(new SourceError('bad_range', 'outside'));
    return Promise.resolve({
      body: Readable.from([this.#content.subarray(start, end + 1)]),
      mediaType: 'image/jpeg',
      length: end + 1 - start,
      totalLength: total,
      range: range === undefined ? null : { start, end },
      rev: 'r1',
      modifiedTime: 0,
    });
  };

  get original(): Buffer {
    return this.#content;
  }

  /** @returns the row's id */
  photo(uid: string, facts: object = {}): number {
    const id = this.server.rows.add({ uid, place: 'Lisbon, Portugal', ...facts });
    const file = thumbPath(join(this.server.dataDir, 'thumbs'), id);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `thumb of ${uid}`);
    return id;
  }

  flag(id: number, flag: 'hidden' | 'archived'): void {
    const sql = `INSERT INTO photo_flags (photo_id, ${flag}) VALUES (?, 1) ON CONFLICT (photo_id) DO UPDATE SET ${flag} = 1`;
    this.server.db.prepare(sql).run(id);
  }

  async sharing(enabled: boolean): Promise<void> {
    await this.server.send('PUT', '/api/admin/sharing', { enabled }, this.server.admin);
  }

  /** Creates a share link, as the writer unless `headers` are given. */
  async share(body: object, headers?: Headers): Promise<Link> {
    const answer = await this.server.send('POST', '/api/shares', { expires_at: null, ...body }, headers);
    if (answer.statusCode !== 201) throw new Error(`no link was made: ${answer.payload}`);
    return new Link(this.server, JSON.parse(answer.payload) as NewShare);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** A share link as a guest uses it. */
export class Link {
  readonly #server: LibraryServer;
  readonly made: NewShare;

  constructor(server: LibraryServer, made: NewShare) {
    this.#server = server;
    this.made = made;
  }

  get token(): string {
    return this.made.url.slice('/s/'.length);
  }

  get api(): string {
    return `/api/shared/${this.token}`;
  }

  get(path = '', headers: Headers = {}, remoteAddress = '192.0.2.1'): Promise<ServerInjectResponse> {
    return this.#server.server.inject({
      url: path.startsWith('/') ? this.api + path : this.api,
      headers,
      remoteAddress,
    });
  }

  async facts(headers?: Headers): Promise<SharedFacts> {
    return JSON.parse((await this.get('', headers)).payload) as SharedFacts;
  }

  async photos(headers?: Headers): Promise<SharedPhoto[]> {
    const answer = await this.get('/photos', headers);
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return (JSON.parse(answer.payload) as SharedPhotos).photos;
  }

  unlock(password: string, remoteAddress = '192.0.2.1'): Promise<ServerInjectResponse> {
    return this.#server.server.inject({
      method: 'POST',
      url: `${this.api}/unlock`,
      payload: { password },
      remoteAddress,
    });
  }

  /** The status of each path with the link's token. */
  async statuses(paths: readonly string[], headers?: Headers): Promise<number[]> {
    const answers: number[] = [];
    for (const path of paths) answers.push((await this.get(path, headers)).statusCode);
    return answers;
  }
}
