import sharp from 'sharp';
import type { ByteRange, SourceContent, SourceNode, SourceThumbnail } from '../../core/plugin-api/photo-source.ts';
import { MemorySource } from './memory-source.ts';

/** Pixels of originals, and of the previews that the store makes. */
const sides = { width: 1200, height: 800, duration: null };
const previewWidth = 300;

/**
 * Bytes after each picture: more than the head of a file, so that reading the head does not read the whole original.
 */
const padding = Buffer.alloc(320 * 1024);

/** A picture of one colour with camera and time, larger than the head that is read of it. */
export async function farPicture(background: string): Promise<Buffer> {
  const picture = await sharp({ create: { ...sides, channels: 3, background } })
    .withExif({ IFD0: { Model: 'EOS R5' }, IFD2: { DateTimeOriginal: '2021:05:06 07:08:09' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, padding]);
}

/** A preview as a store would make it. */
export function previewOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(previewWidth).jpeg().toBuffer();
}

/** A store where reading originals is expensive. It has previews, and records what is read of each photo. */
export class FarSource extends MemorySource {
  override originals: MemorySource['originals'] = 'metered';
  /** `thumbnail a`, `head a` or `original a`, in order. */
  readonly reads: string[] = [];

  /** Adds a photo with the store's preview, or null for none. */
  putFar(uid: string, picture: Buffer, preview: Buffer | null, facts: Partial<SourceNode> = {}): void {
    this.put(uid, Buffer.concat([picture, Buffer.from(uid)]), { media: sides, ...facts });
    if (preview) this.thumbnails.set(uid, preview);
  }

  override thumbnail(uid: string, options: { signal: AbortSignal }): Promise<SourceThumbnail | null> {
    const read = `thumbnail ${uid}`;
    if (this.reads.at(-1) !== read) this.reads.push(read);
    return super.thumbnail(uid, options);
  }

  override open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    this.reads.push(`${options.range ? 'head' : 'original'} ${uid}`);
    return super.open(uid, options);
  }

  /** The photos that were read at this level, in order. */
  readAt(level: 'thumbnail' | 'head' | 'original'): string[] {
    return this.reads.filter((read) => read.startsWith(`${level} `)).map((read) => read.slice(level.length + 1));
  }
}
