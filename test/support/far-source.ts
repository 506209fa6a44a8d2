import sharp from 'sharp';
import type { ByteRange, SourceContent, SourceNode, SourceThumbnail } from '../../core/plugin-api/photo-source.ts';
import { MemorySource } from './memory-source.ts';

/** px of originals, and of the pictures that the store makes of them. */
const sides = { width: 1200, height: 800, duration: null };
const previewWidth = 300;

/** Bytes behind each picture: more than a head, so that an original is not read with it. */
const padding = Buffer.alloc(320 * 1024);

/** A picture of one colour that has camera and time, larger than what is read as its head. */
export async function farPicture(background: string): Promise<Buffer> {
  const picture = await sharp({ create: { ...sides, channels: 3, background } })
    .withExif({ IFD0: { Model: 'EOS R5' }, IFD2: { DateTimeOriginal: '2021:05:06 07:08:09' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, padding]);
}

/** As a store makes it of a picture. */
export function previewOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(previewWidth).jpeg().toBuffer();
}

/** A store where originals cost. It has previews, and notes what is read of each photo. */
export class FarSource extends MemorySource {
  override originals: MemorySource['originals'] = 'metered';
  /** `thumbnail a`, `head a` or `original a`, in this order. */
  readonly reads: string[] = [];

  /** A photo, with the preview that the store shows of it; null for none. */
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

  /** What was read at this level, in this order. */
  readAt(level: 'thumbnail' | 'head' | 'original'): string[] {
    return this.reads.filter((read) => read.startsWith(`${level} `)).map((read) => read.slice(level.length + 1));
  }
}
