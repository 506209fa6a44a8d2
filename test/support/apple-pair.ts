/* The two halves of a live photo with the identifier that Apple's phones write into both. */

/** EXIF with only a maker's note that contains the identifier, as a segment of a JPEG. */
function exifSegment(identifier: string, tag = 0x0011): Buffer {
  const value = Buffer.from(`${identifier}\0`, 'latin1');
  const entries = Buffer.alloc(2 + 12);
  entries.writeUInt16BE(1, 0);
  entries.writeUInt16BE(tag, 2);
  entries.writeUInt16BE(2, 4);
  entries.writeUInt32BE(value.length, 6);
  const head = Buffer.from('Apple iOS\0\0\x01MM', 'latin1');
  entries.writeUInt32BE(head.length + entries.length + 4, 10);
  const note = Buffer.concat([head, entries, Buffer.alloc(4), value]);

  // The first directory points to that of EXIF, which is followed by the note.
  const tiff = Buffer.alloc(8 + 18 + 18);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  const directory = (at: number, name: number, type: number, count: number, content: number): void => {
    tiff.writeUInt16BE(1, at);
    tiff.writeUInt16BE(name, at + 2);
    tiff.writeUInt16BE(type, at + 4);
    tiff.writeUInt32BE(count, at + 6);
    tiff.writeUInt32BE(content, at + 10);
  };
  directory(8, 0x8769, 4, 1, 26);
  directory(26, 0x927c, 7, note.length, tiff.length);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, note]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([marker, content]);
}

/** A JPEG with the identifier in its maker's note. */
export const appleStill = (jpeg: Buffer, identifier: string): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), exifSegment(identifier), jpeg.subarray(2)]);

/** The boxes of a QuickTime video with the identifier in its metadata. */
export function appleMotion(identifier: string, seconds = 2): Buffer {
  const key = Buffer.from('com.apple.quicktime.content.identifier', 'latin1');
  const other = Buffer.from('com.apple.quicktime.make', 'latin1');
  const text = (value: string): Buffer => box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(value));
  const movieHeader = Buffer.alloc(100);
  movieHeader.writeUInt32BE(600, 12);
  movieHeader.writeUInt32BE(600 * seconds, 16);
  const keys = box('keys', Buffer.from([0, 0, 0, 0, 0, 0, 0, 2]), box('mdta', other), box('mdta', key));
  const items = box('ilst', box('\0\0\0\x01', text('Apple')), box('\0\0\0\x02', text(identifier)));
  return Buffer.concat([
    box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1')),
    box('mdat', Buffer.from(`what moves in ${identifier} for ${seconds} s`)),
    box('moov', box('mvhd', movieHeader), box('meta', keys, items)),
  ]);
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
