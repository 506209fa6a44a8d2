import { Readable } from 'node:stream';
import { contentTag, isUnchanged, parseRange, rangeStillApplies, type RangeRequest } from '../domain/byte-range.ts';
import { DomainError } from '../domain/errors.ts';
import type { LentFile } from '../media/video/source-tap.ts';
import type { ByteRange, SourceContent } from '../plugin-api/photo-source.ts';
import type { Motion, Motions } from '../store/photos/motions.ts';
import type { PhotoFile } from '../store/photos/photos.ts';
import type { Conditions, FullPhoto, UnchangedContent } from './media.ts';
import type { SourceReads } from './source-reads.ts';

/** A motion part that is being sent to the client. */
type MotionPart = FullPhoto & { readonly body: Readable };

type Inside = Motion & { readonly start: number; readonly size: number };

interface Dependencies {
  readonly motions: Pick<Motions, 'of'>;
  readonly reads: SourceReads;
}

/** Opens the motion parts of live photos, which are separate in the source or inside the photo's file. */
export class MotionParts {
  readonly #motions: Pick<Motions, 'of'>;
  readonly #reads: SourceReads;

  constructor({ motions, reads }: Dependencies) {
    this.#motions = motions;
    this.#reads = reads;
  }

  /**
   * The motion part of a photo, or a range of it.
   * @throws DomainError `not_found` for photos without motion, `bad_range`, or the error of the source
   */
  async open(
    photo: PhotoFile,
    conditions: Conditions & { signal: AbortSignal },
  ): Promise<MotionPart | UnchangedContent> {
    const motion = this.#motions.of(photo.id);
    if (!motion) throw noMotion();
    return isInside(motion) ? this.#inside(photo, motion, conditions) : this.#apart(photo, motion, conditions);
  }

  /**
   * The motion part of a photo as a file that a program can read.
   * @returns undefined for photos without motion
   * @throws the error of the source
   */
  async fileOf(photo: PhotoFile, signal: AbortSignal): Promise<LentFile | undefined> {
    const motion = this.#motions.of(photo.id);
    if (!motion) return undefined;
    const open = async ({ start, end }: ByteRange, until: AbortSignal): Promise<MotionPart> => {
      const part = await this.open(photo, { range: `bytes=${start}-${end ?? ''}`, signal: until });
      if (part.unchanged) throw new Error('Nobody asked whether it has changed.');
      return part;
    };
    if (motion.size !== null) return { size: motion.size, open };
    const { body, totalLength } = await open({ start: 0, end: 0 }, signal);
    body.destroy();
    return { size: totalLength, open };
  }

  async #inside(
    photo: PhotoFile,
    motion: Inside,
    { ifNoneMatch, ifRange, range: header, signal }: Conditions & { signal: AbortSignal },
  ): Promise<MotionPart | UnchangedContent> {
    const { rev, start: offset, size } = motion;
    // The stored position belongs to the content that was read. After a change of the photo, it is unknown until the photo
    // is read again.
    if (rev !== photo.rev) throw noMotion();
    const etag = tagOf(rev);
    if (isUnchanged(ifNoneMatch, etag)) return { unchanged: true, etag };
    const requested = rangeStillApplies(ifRange, etag) ? parseRange(header) : null;
    const range = requested && boundedRange(requested, size);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const length = end - start + 1;
    const content = await this.#reads.begin(
      photo.uid,
      (source, options) => source.open(photo.uid, { ...options, range: { start: offset + start, end: offset + end } }),
      { signal },
    );
    const body = content.rev === rev ? partOf(content, offset + start, length) : null;
    if (!body) {
      content.body.destroy();
      throw new DomainError('source_answered_wrongly', 'The photo store sent something that is not the photo.');
    }
    const { mediaType } = motion;
    return { ...nameOf(photo, motion), unchanged: false, etag, body, mediaType, length, totalLength: size, range };
  }

  async #apart(
    photo: PhotoFile,
    motion: Motion,
    { ifNoneMatch, ifRange, range: header, signal }: Conditions & { signal: AbortSignal },
  ): Promise<MotionPart | UnchangedContent> {
    const requested = parseRange(header);
    const size = motion.size ?? undefined;
    const open = async (range: RangeRequest | null): Promise<SourceContent> =>
      this.#reads.begin(
        photo.uid,
        async (source, options) => {
          if (!source.openMotion) throw noMotion();
          return source.openMotion(photo.uid, { ...options, ...(range && { range }) });
        },
        { size, signal },
      );
    if (requested === 'unsatisfiable') throw badRange(size);
    let content = await open(requested);
    if (requested && !rangeStillApplies(ifRange, tagOf(content.rev))) {
      content.body.destroy();
      content = await open(null);
    }
    const { rev, body, length, totalLength, range } = content;
    const etag = tagOf(rev);
    if (isUnchanged(ifNoneMatch, etag)) {
      body.destroy();
      return { unchanged: true, etag };
    }
    const { mediaType } = motion;
    return { ...nameOf(photo, motion), unchanged: false, etag, body, mediaType, length, totalLength, range };
  }
}

/** Differs from the ETag of the still. */
const tagOf = (rev: string): string => contentTag(`${rev} motion`);

const isInside = (motion: Motion): motion is Inside => motion.start !== null && motion.size !== null;

/** Both ends are inclusive. @throws DomainError `bad_range` */
function boundedRange(requested: RangeRequest | 'unsatisfiable', size: number): { start: number; end: number } {
  if (requested === 'unsatisfiable') throw badRange(size);
  const start = requested.start < 0 ? Math.max(0, size + requested.start) : requested.start;
  const end = Math.min(requested.end ?? size - 1, size - 1);
  if (start > end) throw badRange(size);
  return { start, end };
}

/** The bytes of the photo from `start` on, with the given length; null if the content does not have them. */
function partOf({ body, range, totalLength }: SourceContent, start: number, length: number): Readable | null {
  if (start + length > totalLength) return null;
  // A source that cannot seek sends the whole photo.
  if (range === null) return Readable.from(slice(body, start, length), { objectMode: false });
  return range.start === start && range.end === start + length - 1 ? body : null;
}

async function* slice(body: Readable, start: number, length: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const [from, to] = [Math.max(0, start - at), Math.min(chunk.byteLength, start + length - at)];
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.byteLength;
    if (at >= start + length) return;
  }
}

/** The name of the still, with the extension of the motion part. */
export function motionName(name: string, mediaType: string): string {
  const [suffix = ''] = /\.[^.]{1,8}$/.exec(name) ?? [];
  const suffixOfType = mediaType === 'video/quicktime' ? '.mov' : '.mp4';
  const isLoud = suffix !== '' && suffix === suffix.toUpperCase();
  return `${name.slice(0, name.length - suffix.length) || 'photo'}${isLoud ? suffixOfType.toUpperCase() : suffixOfType}`;
}

const nameOf = ({ name }: PhotoFile, { mediaType }: Motion): { fileName: string } => ({
  fileName: motionName(name, mediaType),
});

const noMotion = (): DomainError => new DomainError('not_found', 'There is no motion part of this photo.');

const badRange = (totalLength: number | undefined): DomainError =>
  new DomainError('bad_range', 'The asked bytes lie outside the motion part.', {
    ...(totalLength !== undefined && { totalLength }),
  });
