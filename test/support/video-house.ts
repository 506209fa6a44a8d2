import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SourceError, type ByteRange, type SourceContent } from '../../core/plugin-api/index.ts';
import { Motions } from '../../core/store/photos/motions.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';
import { withTempFolder } from './temp-folder.ts';

type Headers = Record<string, string>;

/** Bytes per piece that the source returns. */
const piece = 65_536;

/** A library of videos in memory, with a listening server and functions to watch them. */
export class VideoHouse {
  readonly #videos = new Map<string, Buffer>();
  server!: LibraryServer;
  /** The number of open reads of the source. */
  open = 0;
  /** Bytes that the source has returned. */
  bytesRead = 0;
  /** Called before each piece that the source returns. The source fails with its error. */
  beforePiece: () => void = () => undefined;
  /** Called in place of returning bytes: the source then sends nothing. */
  keptSilent: (() => void) | undefined;

  static async open(): Promise<VideoHouse> {
    const house = new VideoHouse();
    house.server = await libraryServer({
      open: (uid, { range, signal }) => house.#open(uid, range, signal),
      openMotion: (uid, { range, signal }) => house.#open(`${uid} motion`, range, signal),
    });
    await house.server.server.start();
    return house;
  }

  add(uid: string, bytes: Buffer, facts: object = {}): void {
    this.#videos.set(uid, bytes);
    this.server.rows.add({ uid, kind: 'video', mime: 'video/mp4', name: `${uid}.mp4`, size: bytes.length, ...facts });
  }

  /** Adds a live photo whose motion part is a separate file in the source, or follows its still. */
  addLive(uid: string, motion: Buffer, { isApart }: { isApart: boolean }): void {
    const still = Buffer.alloc(5000, 1);
    const bytes = isApart ? still : Buffer.concat([still, motion]);
    this.add(uid, bytes, { kind: 'live', mime: 'image/jpeg', name: `${uid}.jpg` });
    this.#videos.set(`${uid} motion`, motion);
    const motions = new Motions(this.server.db);
    const { id } = this.server.db.prepare<[string], { id: number }>('SELECT id FROM photos WHERE uid = ?').get(uid)!;
    if (isApart) motions.told(id, 'r1', { mediaType: 'video/quicktime', size: null });
    else motions.found(id, 'r1', { mediaType: 'video/mp4', start: still.length, length: motion.length });
  }

  /** Sends the request as the reader, without reading the response's body yet. */
  watch(uid: string, query = '', headers: Headers = this.server.reader): Promise<Watching> {
    return this.ask(`/api/photos/${uid}/stream${query}`, headers);
  }

  ask(path: string, headers: Headers = {}): Promise<Watching> {
    const asking = request(this.server.server.info.uri + path, { headers, agent: false });
    asking.end();
    return new Promise((resolve, reject) => {
      asking.once('error', reject);
      asking.once('response', (answer) => {
        resolve(new Watching(answer));
      });
    });
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  #open(uid: string, range: ByteRange | undefined, signal: AbortSignal): Promise<SourceContent> {
    const bytes = this.#videos.get(uid);
    if (!bytes) return Promise.reject(new SourceError('not_found', 'There is no such video.'));
    const start = range?.start ?? 0;
    const end = range?.end ?? bytes.length - 1;
    const silent = this.keptSilent;
    const body = silent
      ? new Readable({
          read: () => {
            silent();
          },
          signal,
        })
      : Readable.from(this.#pieces(bytes.subarray(start, end + 1)), { signal, objectMode: false });
    this.open += 1;
    body.once('close', () => (this.open -= 1));
    const length = end + 1 - start;
    const about = { mediaType: 'video/mp4', rev: 'r1', modifiedTime: 0, totalLength: bytes.length };
    return Promise.resolve({ ...about, body, length, range: range ? { start, end } : null });
  }

  *#pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += piece) {
      this.beforePiece();
      const part = bytes.subarray(at, at + piece);
      this.bytesRead += part.length;
      yield part;
    }
  }
}

/** A response while it is being received. */
export class Watching {
  readonly answer: IncomingMessage;

  constructor(answer: IncomingMessage) {
    this.answer = answer;
    answer.on('error', () => undefined);
  }

  get status(): number | undefined {
    return this.answer.statusCode;
  }

  header(name: string): string | undefined {
    return this.answer.headers[name] as string | undefined;
  }

  /** The whole body, or null if the response is incomplete. */
  async whole(): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    try {
      for await (const part of this.answer) pieces.push(part as Buffer);
    } catch {
      return null;
    }
    return this.answer.complete ? Buffer.concat(pieces) : null;
  }

  /** Reads the first bytes. */
  async some(bytes: number): Promise<void> {
    for (let taken = 0; taken < bytes;) {
      const part = this.answer.read() as Buffer | null;
      if (part) taken += part.length;
      else if (this.answer.readableEnded || this.answer.destroyed) return;
      else await new Promise((resolve) => this.answer.once('readable', resolve).once('close', resolve));
    }
  }

  leave(): void {
    this.answer.destroy();
  }
}

interface Probed {
  readonly streams: readonly {
    readonly codec_name: string;
    readonly pix_fmt?: string;
    readonly width?: number;
    readonly height?: number;
    readonly channels?: number;
    readonly side_data_list?: readonly object[];
  }[];
  readonly format: { readonly duration: string; readonly start_time: string; readonly format_name: string };
}

/** What ffprobe finds in a video, with all its metadata. */
export async function probed(bytes: Buffer): Promise<Probed & { readonly text: string }> {
  return withTempFolder((folder) => {
    const file = join(folder, 'video');
    writeFileSync(file, bytes);
    const asked = ['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json', file];
    const text = execFileSync('ffprobe', asked, { encoding: 'utf8' });
    return Promise.resolve({ ...(JSON.parse(text) as Probed), text });
  });
}
