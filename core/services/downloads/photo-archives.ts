import { addAbortSignal, type Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import { NamesApart, numberedName, safeFileName } from '../../domain/zip-names.ts';
import type { InteractiveRead, InteractiveReads } from '../../media/interactive-reads.ts';
import type { PhotoSource, SourceContent } from '../../plugin-api/photo-source.ts';
import { onAbort } from '../../plugin-api/toolkit/index.ts';
import type { OriginalFile, PhotoOriginals } from '../../store/photos/photo-originals.ts';
import { motionName } from '../motion-parts.ts';
import { fromSourceFailure } from '../source-failures.ts';
import { tellSourceFault, WrongLength, type OnSourceFault } from '../source-faults.ts';
import { openScopeOf, scopeOf, type Viewer } from '../viewer.ts';
import { DownloadNote, missingReason, type MissingReason, type NoteLanguage } from './download-note.ts';
import { ZipArchive } from './zip-archive.ts';

/** The photo's own file, or the separate motion part of a live photo. */
type Part = 'open' | 'openMotion';

/** Photos whose rows are read at once. */
const step = 250;
/** After this many consecutive photos for which the store was unreachable, the rest is not tried. */
const maxUnavailable = 3;
/** Milliseconds to wait before each photo while interactive requests are open. */
const longestWait = 1500;
/** The maximum number of concurrent downloads of one requester, and of all. */
const maxOfOne = 2;
const maxOfAll = 8;
/** Seconds after which a refused requester may try again. */
const retryAfter = 20;

/** Photos of a download, and the viewer whose permissions apply. */
export interface AllowedPhotos {
  readonly photos: readonly number[];
  readonly viewer: Viewer;
}

export interface ArchiveRequest {
  /**
   * Ids of the photos, in the order of the archive. Photos that the requester may not have by their turn are left out.
   */
  readonly photos: Uint32Array;
  /** The number of other requested photos that do not exist; the note reports it. */
  readonly gone?: number;
  /**
   * What the requester may have of some photos now: asked for each part of the archive, since a download may take hours.
   * @throws if the requester may have no photos any more, which ends the download
   */
  readonly allowed: (photos: readonly number[], signal: AbortSignal) => AllowedPhotos | Promise<AllowedPhotos>;
  /**
   * Whether the download is for people without an account: hidden photos are left out, and files are numbered, because file
   * names may reveal something.
   */
  readonly forGuests?: boolean | undefined;
  /** The key by which concurrent downloads are limited: `user 5`, `share 7`. */
  readonly by: string;
  /** Language of the note about missing photos. */
  readonly language: NoteLanguage;
  /** Ends the download, and its reads from the photo store. */
  readonly signal: AbortSignal;
}

interface Dependencies {
  readonly originals: Pick<PhotoOriginals, 'some'>;
  readonly source: () => Pick<PhotoSource, 'open' | 'openMotion'>;
  readonly interactive: InteractiveReads;
  /** Called when the photo store seems unreachable. */
  readonly onAway: () => void;
  readonly onFault?: OnSourceFault;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Archives of originals, streamed from the photo store without a copy in memory or on disk. A download reads one
 * original at a time with low priority, so that interactive requests come first.
 */
export class PhotoArchives {
  readonly #with: Dependencies;
  readonly #running = new Map<string, number>();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * A ZIP of these photos, which starts at once. Photos that cannot be read are listed in a text file inside.
   * @returns its bytes, read on demand: destroying the stream ends the download
   * @throws DomainError `not_ready` if too many downloads are running
   */
  open(request: ArchiveRequest): Readable {
    this.refuseTooMany(request.by);
    this.#running.set(request.by, (this.#running.get(request.by) ?? 0) + 1);
    const archive = new ZipArchive();
    const ended = new AbortController();
    const stopListening = onAbort(request.signal, () => {
      archive.fail(new Error('The client went away.'));
    });
    archive.body.once('close', () => {
      stopListening();
      this.#release(request.by);
      ended.abort(new Error('The download is over.'));
    });
    this.#fill(archive, request, ended.signal).catch((error: unknown) => {
      archive.fail(error instanceof Error ? error : new Error(String(error)));
    });
    return archive.body;
  }

  /** @throws DomainError `not_ready` if too many downloads are running */
  refuseTooMany(downloader: string): void {
    const ownCount = this.#running.get(downloader) ?? 0;
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (ownCount >= maxOfOne || all >= maxOfAll) {
      throw new DomainError(
        'not_ready',
        ownCount >= maxOfOne
          ? `At most ${maxOfOne} downloads can run at once: wait until one has ended.`
          : 'Too many downloads are running: try again in a moment.',
        { problem: 'too_many_downloads', retryAfter },
      );
    }
  }

  #release(downloader: string): void {
    const remaining = (this.#running.get(downloader) ?? 1) - 1;
    if (remaining > 0) this.#running.set(downloader, remaining);
    else this.#running.delete(downloader);
  }

  async #fill(archive: ZipArchive, request: ArchiveRequest, signal: AbortSignal): Promise<void> {
    const note = new DownloadNote(request.language);
    note.gone = request.gone ?? 0;
    const names = new NamesApart();
    // Reserve the name of the note, even if no note is needed in the end.
    names.take(note.fileName);
    const { photos, forGuests } = request;
    let unavailable = 0;
    for (let start = 0; start < photos.length; start += step) {
      const ids = [...photos.subarray(start, start + step)];
      const { photos: allowed, viewer } = await request.allowed(ids, signal);
      const scope = forGuests ? { ...scopeOf(viewer), seesHidden: false } : openScopeOf(viewer);
      const files = this.#with.originals.some(allowed, scope);
      for (const [index, id] of ids.entries()) {
        const file = files.get(id);
        if (!file) {
          note.gone += 1;
          continue;
        }
        const name = names.take(
          forGuests ? numberedName(start + index, photos.length, file.name) : safeFileName(file.name),
        );
        const add = async (part: Part, entry: string): Promise<MissingReason | null> => {
          const missing =
            unavailable < maxUnavailable ? await this.#add(archive, entry, file, part, signal) : 'not_tried';
          unavailable = missing === 'away' || missing === 'too_slow' || missing === 'not_tried' ? unavailable + 1 : 0;
          if (missing) note.add(entry, missing);
          return missing;
        };
        // A motion part without its still is useless.
        const isThere = (await add('open', name)) === null;
        if (isThere && file.motionType !== null) await add('openMotion', names.take(motionName(name, file.motionType)));
      }
      signal.throwIfAborted();
    }
    if (!note.isEmpty) archive.addText(note.fileName, note.text, this.#now());
    archive.end();
  }

  /** @returns why the photo is incomplete in the archive; null if it is complete */
  async #add(
    archive: ZipArchive,
    name: string,
    file: OriginalFile,
    part: Part,
    signal: AbortSignal,
  ): Promise<MissingReason | null> {
    await this.#with.interactive.noneForOne(longestWait, signal);
    const read = this.#with.interactive.begin('many');
    try {
      const content = await this.#open(file, part, signal);
      if ('missing' in content) return content.missing;
      const contents = new Contents(content, read, (error) => {
        tellSourceFault(this.#with.onFault, error, { uid: file.uid, where: 'archiving', signal });
      });
      // A photo without any bytes must not leave an empty file.
      if (!(await contents.begins())) return 'damaged';
      const time = { moment: file.takenAt, wallClock: file.takenAtLocal };
      await archive.add(name, { length: content.length, time, contents: contents.chunks() });
      return contents.isWhole ? null : 'cut_off';
    } finally {
      read.end();
    }
  }

  async #open(
    { uid }: OriginalFile,
    part: Part,
    signal: AbortSignal,
  ): Promise<SourceContent | { missing: MissingReason }> {
    try {
      const source = this.#with.source();
      if (!source[part]) return { missing: 'gone' };
      const content = await source[part](uid, { priority: 'background', signal });
      addAbortSignal(signal, content.body);
      return content;
    } catch (error) {
      signal.throwIfAborted();
      tellSourceFault(this.#with.onFault, error, { uid, where: 'opening', signal });
      const missing = missingReason(fromSourceFailure(error).kind);
      if (missing === 'away' || missing === 'too_slow') this.#with.onAway();
      return { missing };
    }
  }

  #now(): { moment: number; wallClock: string } {
    const moment = this.#with.clock();
    return { moment, wallClock: new Date(moment * 1000).toISOString() };
  }
}

/** The bytes of one original up to its end or failure, at most the announced length. */
class Contents {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #read: InteractiveRead;
  readonly #onFault: (error: unknown) => void;
  readonly #length: number;
  #left: number;
  #failed = false;
  #first: Uint8Array | null = null;

  constructor({ body, length }: SourceContent, read: InteractiveRead, onFault: (error: unknown) => void) {
    this.#chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    this.#read = read;
    this.#onFault = onFault;
    this.#length = length;
    this.#left = length;
  }

  get isWhole(): boolean {
    return !this.#failed && this.#left === 0;
  }

  /** Whether there is a first chunk, or the photo is empty. */
  async begins(): Promise<boolean> {
    this.#first = await this.#next();
    return this.#first !== null || this.isWhole;
  }

  async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      const first = this.#first;
      this.#first = null;
      for (let chunk = first; chunk; chunk = await this.#next()) yield chunk;
    } finally {
      await this.#chunks.return?.();
    }
  }

  /** Null at the end. After a failure, the bytes so far stay in the archive, and the note lists the file. */
  async #next(): Promise<Uint8Array | null> {
    if (this.#failed) return null;
    try {
      const next = await this.#chunks.next();
      if (next.done) {
        if (this.#left > 0) this.#fail(new WrongLength({ announced: this.#length, came: this.#length - this.#left }));
        return null;
      }
      this.#read.touch();
      const came = this.#length - this.#left + next.value.byteLength;
      if (came > this.#length) this.#fail(new WrongLength({ announced: this.#length, came }));
      const part = next.value.subarray(0, this.#left);
      this.#left -= part.byteLength;
      return part;
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#onFault(error);
  }
}
