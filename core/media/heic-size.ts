/**
 * The size in px of the largest picture in a HEIC file, from its metadata only: each item has its size in a property
 * `ispe`, including a picture that consists of tiles (ISO/IEC 23008-12, 6.5.3).
 * @returns null if the file contains no size
 */
export function heicSize(bytes: Uint8Array): { width: number; height: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let largest: { width: number; height: number } | null = null;
  // Type, version and flags, width, height. Only the part that can contain properties is searched.
  for (let at = file.indexOf('ispe'); at >= 0 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    if (at < 4 || file.readUInt32BE(at - 4) !== 20) continue;
    const [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (!largest || width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest;
}
