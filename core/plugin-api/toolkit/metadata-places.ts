/** Bytes of what cameras write before the picture: EXIF with its thumbnail, XMP, colour profile. */
export const metadataBytes = 256 * 1024;

/** A part of a file. */
export interface FilePart {
  readonly start: number;
  /** The first byte after it. */
  readonly end: number;
}

/**
 * Where metadata may stand in a picture of `size` bytes beside its start: at the place that a TIFF's first bytes name, and at
 * the end of TIFFs and of formats that scatter theirs.
 * @param first the first bytes of the file, 16 at least
 */
export function metadataPlaces(first: Buffer, size: number): FilePart[] {
  const tail = { start: Math.max(0, size - metadataBytes), end: size };
  const directory = tiffDirectory(first);
  if (directory !== null && directory < size) {
    return [{ start: directory, end: Math.min(size, directory + metadataBytes) }, tail];
  }
  return scatters(first) ? [tail] : [];
}

/** Where the first directory of a TIFF stands, which may be behind the picture; null when this is no TIFF. */
function tiffDirectory(first: Buffer): number | null {
  if (first.length < 8) return null;
  const mark = first.toString('latin1', 0, 4);
  if (mark === 'II*\0') return first.readUInt32LE(4);
  return mark === 'MM\0*' ? first.readUInt32BE(4) : null;
}

/** HEIC, AVIF and CR3, but not videos, which share their container; and WebP: their EXIF often comes last. */
export function scatters(first: Buffer): boolean {
  const [mark, brand] = [first.toString('latin1', 4, 8), first.toString('latin1', 8, 12)];
  return brand === 'WEBP' || (mark === 'ftyp' && !/^(qt|isom|iso\d|mp4|M4V|3gp)/.test(brand));
}
