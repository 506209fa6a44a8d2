/** Bytes of the metadata that cameras write before the picture: EXIF with its thumbnail, XMP, colour profile. */
export const metadataBytes = 256 * 1024;

/** A part of a file. */
export interface FilePart {
  readonly start: number;
  /** The first byte after it. */
  readonly end: number;
}

/**
 * Where the metadata of a picture of `size` bytes may be, other than at its start: at the offset in a TIFF's header, and at
 * the end of TIFFs and of formats that scatter their metadata.
 * @param first the first bytes of the file, at least 16
 */
export function metadataPlaces(first: Buffer, size: number): FilePart[] {
  const tail = { start: Math.max(0, size - metadataBytes), end: size };
  const directory = tiffDirectory(first);
  if (directory !== null && directory < size) {
    return [{ start: directory, end: Math.min(size, directory + metadataBytes) }, tail];
  }
  return scatters(first) ? [tail] : [];
}

/** The offset of a TIFF's first directory, which may be after the picture; null if it is not a TIFF. */
function tiffDirectory(first: Buffer): number | null {
  if (first.length < 8) return null;
  const mark = first.toString('latin1', 0, 4);
  if (mark === 'II*\0') return first.readUInt32LE(4);
  return mark === 'MM\0*' ? first.readUInt32BE(4) : null;
}

/** HEIC, AVIF and CR3, but not videos, which use the same container; and WebP: their EXIF is often at the end. */
export function scatters(first: Buffer): boolean {
  const [mark, brand] = [first.toString('latin1', 4, 8), first.toString('latin1', 8, 12)];
  return brand === 'WEBP' || (mark === 'ftyp' && !/^(qt|isom|iso\d|mp4|M4V|3gp)/.test(brand));
}
