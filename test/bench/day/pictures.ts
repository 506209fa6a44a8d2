import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { hasFfmpeg, madeVideo } from '../../support/made-video.ts';
import { photosDir } from '../../support/model-packs.ts';
import type { Choice } from '../../support/choice.ts';

const folders = ['faces', 'scenes', 'exif/jpg', 'formats', 'exif/heic'];
const asPicture = /\.(jpe?g|webp|avif|hei[cf])$/i;
/** One in this many photos is as large as those of current cameras. */
const largeOneIn = 30;
/** One in this many files is a video. */
const videoOneIn = 40;
/** The number of large pictures, of which all large photos are copies. */
const largeOnes = 6;
/** In epoch seconds. */
const oldest = Date.UTC(2006, 0, 1) / 1000;
const newest = Date.UTC(2026, 5, 1) / 1000;

interface NewPhoto {
  readonly extension: string;
  /** @returns the path of the file */
  writeTo(folder: string, name?: string): string;
}

/** Real photos: each is a different crop of one of `PHOTOS_DIR`, with its EXIF, or a copy with other bytes. */
export class Pictures {
  readonly #choice: Choice;
  readonly #originals: readonly string[];
  readonly #large: readonly Buffer[];
  readonly #video: Buffer | undefined;
  #made = 0;

  private constructor(choice: Choice, originals: readonly string[], large: readonly Buffer[], video?: Buffer) {
    this.#choice = choice;
    this.#originals = originals;
    this.#large = large;
    this.#video = video;
  }

  static async gather(choice: Choice): Promise<Pictures> {
    const originals = folders.flatMap((folder) =>
      readdirSync(join(photosDir, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => asPicture.test(name) && !name.includes('invalid'))
        .map((name) => join(photosDir, folder, name)),
    );
    if (originals.length === 0) throw new Error(`There are no photos in ${photosDir}: set PHOTOS_DIR.`);
    const scenes = choice.shuffled(originals.filter((name) => name.includes('/scenes/'))).slice(0, largeOnes);
    const large = await Promise.all(
      scenes.map((file) => sharp(file).resize(4000, 3000, { fit: 'cover' }).jpeg({ quality: 88 }).toBuffer()),
    );
    const video = hasFfmpeg ? await madeVideo('video.mp4', [], { seconds: 20, size: '640x360' }) : undefined;
    return new Pictures(choice, originals, large, video);
  }

  /** A picture of a face, as users upload it to search for the person. */
  face(): Buffer {
    const faces = this.#originals.filter((name) => name.includes('/faces/'));
    return readFileSync(this.#choice.of(faces) ?? '');
  }

  /** Creates a photo that has never existed before. */
  async make(): Promise<NewPhoto> {
    this.#made += 1;
    const [bytes, extension] = await this.#next();
    const time = oldest + this.#choice.below(newest - oldest);
    const usual = `IMG_${String(this.#made).padStart(6, '0')}`;
    return {
      extension,
      writeTo: (folder, name = usual) => {
        const file = join(folder, `${name}${extension}`);
        writeFileSync(file, bytes);
        // The bridge lists it without waiting for it to settle, and photos without a date get this one.
        utimesSync(file, time, time);
        return file;
      },
    };
  }

  async #next(): Promise<[Buffer, string]> {
    if (this.#video && this.#choice.chance(1 / videoOneIn)) {
      return [Buffer.concat([this.#video, freeBox(`number ${this.#made}`)]), '.mp4'];
    }
    if (this.#choice.chance(1 / largeOneIn)) {
      return [withComment(this.#choice.of(this.#large) ?? Buffer.alloc(0), `number ${this.#made}`), '.jpg'];
    }
    const original = this.#choice.of(this.#originals) ?? '';
    const cut = /\.jpe?g$/i.test(original) && (await this.#cutOut(original).catch(() => undefined));
    if (cut) return [cut, '.jpg'];
    // Other formats and damaged files are copied; bytes after the end of a picture are ignored.
    return [Buffer.concat([readFileSync(original), Buffer.from(`number ${this.#made}`)]), extname(original)];
  }

  async #cutOut(original: string): Promise<Buffer> {
    const { width, height } = await sharp(original).metadata();
    const [w, h] = [width, height].map((side) => Math.ceil(side * (0.85 + this.#choice.below(100) / 1000))) as [
      number,
      number,
    ];
    const [left, top] = [this.#choice.below(width - w + 1), this.#choice.below(height - h + 1)];
    const light = 0.85 + this.#choice.below(300) / 1000;
    const cut = await sharp(original)
      .extract({ left, top, width: w, height: h })
      .modulate({ brightness: light })
      .keepExif()
      .jpeg({ quality: 85 })
      .toBuffer();
    return withComment(cut, `number ${this.#made}`);
  }
}

/** The JPEG with a comment after its first marker. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const header = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), header, Buffer.from(comment), jpeg.subarray(2)]);
}

/** An MP4 box for unused space, which players ignore. */
function freeBox(text: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + text.length);
  return Buffer.concat([size, Buffer.from(`free${text}`)]);
}
