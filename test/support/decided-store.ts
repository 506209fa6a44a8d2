import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** The content of a picture and its file, whatever the file's name. Each new edition of a photo has another caption. */
export interface Motif {
  readonly id: number;
  /** Local time: `2023-05-02T10:00:00`. */
  readonly takenAt: string;
  readonly position: readonly [lat: number, lng: number] | null;
}

export interface Content {
  readonly motif: Motif;
  /** How often the photo was replaced before. */
  readonly edition: number;
}

export const captionOf = ({ motif, edition }: Content): string => `motif ${motif.id}, edition ${edition}`;
export const isSameContent = (a: Content, b: Content): boolean => a.motif.id === b.motif.id && a.edition === b.edition;

/** A folder of photos whose owner renames, replaces, deletes and restores files. File names are never reused. */
export class DecidedStore {
  readonly root: string;
  /** By path: `Own/photo-1.jpg`. */
  readonly files = new Map<string, Content>();

  constructor(root: string) {
    this.root = root;
  }

  async put(path: string, content: Content): Promise<void> {
    const target = join(this.root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await pictureOf(content));
    // Two contents within one tick of the clock would have the same revision.
    const time = 1_700_000_000 + content.motif.id * 100 + content.edition;
    utimesSync(target, time, time);
    this.files.set(path, content);
  }

  /** Adds one photo per day to the folder `Own`. */
  async putDays(count: number, from = 0): Promise<void> {
    for (let id = from; id < from + count; id += 1) {
      const takenAt = `2023-05-${String(1 + id).padStart(2, '0')}T10:00:00`;
      await this.put(`Own/photo-${id}.jpg`, { motif: { id, takenAt, position: null }, edition: 0 });
    }
  }

  rename(from: string, to: string): void {
    const content = this.#at(from);
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
    this.files.delete(from);
    this.files.set(to, content);
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
    this.files.delete(path);
  }

  #at(path: string): Content {
    const content = this.files.get(path);
    if (!content) throw new Error(`there is no file ${path}`);
    return content;
  }
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** Degrees, minutes and seconds in EXIF's format. */
function sexagesimal(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  return `${Math.floor(seconds / 3600)}/1 ${Math.floor(seconds / 60) % 60}/1 ${pad(seconds % 60)}/1`;
}

/**
 * A picture of 96 × 64 pixels with a painted face that is different from those of all other motifs, and EXIF metadata.
 */
async function pictureOf(content: Content): Promise<Buffer> {
  const { motif } = content;
  const colour = { r: 255, g: 25 * (motif.id % 10), b: 25 * Math.floor(motif.id / 10) };
  const face = { width: 39, height: 39, channels: 3 as const, background: colour };
  const [lat, lng] = motif.position ?? [];
  return sharp({ create: { width: 96, height: 64, channels: 3, background: { r: 0, g: 0, b: 160 } } })
    .composite([{ input: await sharp({ create: face }).png().toBuffer(), left: 28, top: 12 }])
    .withExif({
      IFD0: { ImageDescription: captionOf(content) },
      IFD2: { DateTimeOriginal: motif.takenAt.replaceAll('-', ':').replace('T', ' ') },
      ...(lat !== undefined &&
        lng !== undefined && {
          IFD3: {
            GPSLatitudeRef: lat < 0 ? 'S' : 'N',
            GPSLatitude: sexagesimal(lat),
            GPSLongitudeRef: lng < 0 ? 'W' : 'E',
            GPSLongitude: sexagesimal(lng),
          },
        }),
    })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
