import { LRUCache } from 'lru-cache';
import type { CatalogFile } from '../../catalog.ts';
import type { OpenedContent, ReadRequest } from '../../content-source.ts';
import { BridgeError } from '../../errors.ts';
import { failureOf, photoError, UpstreamFailure } from '../wire/failure.ts';
import { discard } from '../wire/small-body.ts';
import { contentLength } from '../wire/upstream.ts';
import type { UpstreamAnswer } from '../wire/connection.ts';
import type { DownloadParts } from './download-parts.ts';
import { Place } from './place.ts';
import { SpoolFile } from './spool-file.ts';
import { withinPatience } from './within-patience.ts';

interface Options extends DownloadParts {
  /** The folder for videos that are being watched. */
  readonly folder: string;
  /** Maximum bytes of all videos in it. */
  readonly space: number;
}

interface SpooledVideo {
  readonly file: SpoolFile;
  /** Bytes of the whole video. */
  readonly size: number;
  /** Resolves when the video has arrived completely; rejects if the download failed. */
  readonly ended: Promise<void>;
}

interface SpoolRequest {
  readonly key: string;
  readonly file: CatalogFile;
  readonly spool: SpoolFile;
  /** Bytes of the whole video; null if the upstream does not report them. */
  readonly size: number | null;
  readonly room: (size: number) => void;
}

interface Entry {
  readonly opening: Promise<SpooledVideo>;
  readonly place: Place;
  size: number;
  users: number;
  isEnded: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Milliseconds for which an unused video is kept, since a player requests one part after the other. */
const staysFor = 10 * 60_000;

/** Up to this many bytes, a video is only sent when it is complete, so that its sha1 can be sent along. */
const sentWhole = 16 * 2 ** 20;

/**
 * Videos, each downloaded once for all viewers, since the upstream downloads the whole video again for every range. A video
 * is spooled to an unlinked file, from which ranges are read.
 */
export class Videos {
  readonly #options: Options;
  readonly #entries = new Map<string, Entry>();
  /** The actual sha1 of videos that did not match the claimed one: they were damaged in transit, or the claim is wrong. */
  readonly #otherSha1 = new LRUCache<string, string>({ max: 1000 });

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws BridgeError, UpstreamFailure; the signal's reason */
  async open(file: CatalogFile, { headersOnly, background, signal }: ReadRequest): Promise<OpenedContent> {
    const { upstream, limits } = this.#options;
    const key = `${file.uid} ${file.rev}`;
    if (headersOnly && !this.#entries.has(key) && file.sha1 !== null) {
      // A file with a claimed sha1 also has a claimed length.
      const size = await upstream.claimedSize(file.uid, signal);
      if (size !== null) return headersOf(size, file);
    }
    const entry = this.#entries.get(key) ?? this.#begin(key, file, background);
    if (!background) entry.place.moveUp();
    entry.users += 1;
    clearTimeout(entry.timer);
    try {
      const spooled = await withinPatience(entry.opening, limits.patience, signal);
      const { file: bytes, size, ended } = spooled;
      if (size <= sentWhole) await withinPatience(ended, limits.patience, signal);
      return {
        size,
        sha1: bytes.sha1 ?? (this.#otherSha1.has(key) ? null : file.sha1),
        hasRanges: true,
        read: (range) => bytes.read(range, signal),
        close: () => {
          this.#leave(key, entry);
        },
      };
    } catch (error) {
      this.#leave(key, entry);
      throw error;
    }
  }

  /** Removes all videos. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries].map(([key, entry]) => this.#forget(key, entry)));
  }

  #begin(key: string, file: CatalogFile, background: boolean): Entry {
    const { lanes, stopping } = this.#options;
    const place = new Place(lanes, background, stopping);
    const opening = this.#fetch(key, file, place, (size) => {
      this.#makeRoom(entry, size);
    });
    const entry: Entry = { opening, place, size: 0, users: 0, isEnded: false, timer: undefined };
    this.#entries.set(key, entry);
    const onFailure = (): void => {
      // The next request downloads it again.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      entry.isEnded = true;
      this.#rest(key, entry);
    };
    opening
      .then(({ ended }) => ended)
      .then(() => {
        entry.isEnded = true;
        this.#rest(key, entry);
      })
      .catch(onFailure);
    return entry;
  }

  /** @param room called with the number of bytes; throws if there is no disk space for them */
  async #fetch(key: string, file: CatalogFile, place: Place, room: (size: number) => void): Promise<SpooledVideo> {
    const { upstream, limits, stopping, condition, folder } = this.#options;
    const endTurn = await place.turn;
    let answer: UpstreamAnswer | undefined;
    let spool: SpoolFile | undefined;
    try {
      answer = await upstream.open(file.uid, { ms: limits.video }, stopping);
      condition.downloaded('whole');
      const size = contentLength(answer);
      if (size !== null) room(size);
      spool = await SpoolFile.in(folder);
      const filling = { key, file, spool, size, room };
      const ended = this.#fill(filling, answer).finally(endTurn);
      // If the length is unknown, the headers can only be sent after the download.
      if (size === null) await ended;
      ended.catch(() => undefined);
      return { file: spool, size: size ?? spool.written, ended };
    } catch (error) {
      endTurn();
      if (answer) discard(answer.body);
      await spool?.close();
      if (error instanceof UpstreamFailure && error.kind === 'timeout') condition.downloaded('timeout');
      throw error;
    }
  }

  async #fill({ key, file, spool, size, room }: SpoolRequest, { body }: UpstreamAnswer): Promise<void> {
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        const received = spool.written + piece.byteLength;
        if (size === null) room(received);
        else if (received > size) throw otherLength();
        await spool.push(piece);
      }
      if (size !== null && spool.written !== size) throw otherLength();
      spool.finish((sha1) => {
        this.#check(key, file, sha1);
      });
      if (spool.sha1 !== null) this.#options.onContent(file, spool.written, spool.sha1);
    } catch (error) {
      discard(body);
      if (error instanceof BridgeError) {
        spool.fail(error);
        throw error;
      }
      const failure = failureOf(error);
      const reported =
        failure.kind === 'unreachable'
          ? new UpstreamFailure('bad_answer', 'The video was cut off on its way from Proton.', { cause: error })
          : failure;
      spool.fail(photoError(reported));
      throw reported;
    }
  }

  /**
   * If the bytes do not match the claimed sha1 but are the same in a second download, the claim is wrong; otherwise they
   * were damaged in transit.
   */
  #check(key: string, file: CatalogFile, sha1: string): void {
    if (file.sha1 === null || file.sha1 === sha1 || this.#otherSha1.get(key) === sha1) {
      this.#otherSha1.delete(key);
      return;
    }
    this.#otherSha1.set(key, sha1);
    throw new BridgeError(
      'integrity_error',
      'The bytes of this video are not what was uploaded: ask for it once more.',
    );
  }

  #makeRoom(entry: Entry, size: number): void {
    entry.size = 0;
    const { space } = this.#options;
    if (size > space) {
      throw new BridgeError(
        'upstream_error',
        `This video needs more than the ${Math.floor(space / 2 ** 20)} MiB of BRIDGE_VIDEO_SPACE: raise it to watch it.`,
      );
    }
    const usedSpace = (): number => [...this.#entries.values()].reduce((sum, other) => sum + other.size, 0);
    for (const [key, other] of this.#entries) {
      if (usedSpace() + size <= space) break;
      if (other.users === 0 && other.isEnded) void this.#forget(key, other);
    }
    if (usedSpace() + size > space) {
      throw new BridgeError('rate_limited', 'Too many videos are being watched at once: try again in a moment.', {
        headers: { 'retry-after': '10' },
      });
    }
    entry.size = size;
  }

  #leave(key: string, entry: Entry): void {
    entry.users -= 1;
    this.#rest(key, entry);
  }

  #rest(key: string, entry: Entry): void {
    clearTimeout(entry.timer);
    if (entry.users > 0 || !entry.isEnded) return;
    if (this.#entries.get(key) !== entry) {
      void this.#forget(key, entry);
      return;
    }
    entry.timer = setTimeout(() => void this.#forget(key, entry), staysFor);
    entry.timer.unref();
  }

  async #forget(key: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    const spooled = await entry.opening.catch(() => undefined);
    await spooled?.file.close().catch(() => undefined);
  }
}

const otherLength = (): UpstreamFailure =>
  new UpstreamFailure('bad_answer', 'The video came in another length than was announced.');

const headersOf = (size: number, file: CatalogFile): OpenedContent => ({
  size,
  sha1: file.sha1,
  hasRanges: true,
  read: () => {
    throw new Error('Only the headers were asked for.');
  },
  close: () => undefined,
});
