/**
 * A TIFF with orientation as its only tag, followed by previews: enough of a RAW file for programs that do not develop
 * it.
 */
export function rawFile(orientation: number, previews: readonly Buffer[]): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 + 4);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10); // Orientation
  tiff.writeUInt16LE(3, 12); // SHORT
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([tiff, ...previews]);
}
