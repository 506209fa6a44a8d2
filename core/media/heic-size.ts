/**
 * The size in px of the largest picture in a HEIC file, from its description alone: each item has its size in a property
 * `ispe`, a whole picture that is put together of tiles as well (ISO/IEC 23008-12, 6.5.3).
 * @returns null when the file says nothing of the kind
 */
export function heicSize(bytes: Uint8Array): { width: number; height: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let largest: { width: number; height: number } | null = null;
  // Letters, version and flags, width, height. Only where the descriptions can be is worth looking.
  for (let at = file.indexOf('ispe'); at >= 0 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    if (at < 4 || file.readUInt32BE(at - 4) !== 20) continue;
    const [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (!largest || width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest;
}
