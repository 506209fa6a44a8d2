import { Readable } from 'node:stream';
import type { LentFile } from '../../core/media/video/source-tap.ts';

/** Bytes in memory as a file of a source. */
export function lentBytes(bytes: Buffer): LentFile {
  return {
    size: bytes.length,
    open: ({ start, end = bytes.length - 1 }) =>
      Promise.resolve({
        body: Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
        length: end + 1 - start,
        range: { start, end },
      }),
  };
}

/** A playlist (HLS) with one file or address. */
export const playlistOf = (target: string): string =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-TARGETDURATION:1\n#EXTINF:1.0,\n${target}\n#EXT-X-ENDLIST\n`;

/**
 * An AVI with a playlist in place of the subtitles, in a stream of its own and in the format of players ("GAB2").
 * @param avi with one stream
 */
export function aviWithSubtitles(avi: Buffer, playlist: string): Buffer {
  const text = Buffer.from(playlist);
  const head = Buffer.alloc(17);
  head.write('GAB2\0', 'latin1');
  head.writeUInt16LE(2, 5);
  head.writeUInt16LE(4, 11);
  head.writeUInt32LE(text.length, 13);
  const subtitles = riff('01tx', Buffer.concat([head, text]));
  const header = Buffer.alloc(56);
  header.write('txts', 'latin1');
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(25, 24);
  header.writeUInt32LE(25, 32);
  const stream = riff(
    'LIST',
    Buffer.concat([Buffer.from('strl'), riff('strh', header), riff('strf', Buffer.alloc(0))]),
  );
  // The list of headers at the start of the file and the list of data become longer.
  const headers = avi.indexOf('hdrl') - 8;
  const headersEnd = headers + 8 + avi.readUInt32LE(headers + 4);
  const data = avi.indexOf('movi') - 8;
  const out = Buffer.concat([
    avi.subarray(0, headersEnd),
    stream,
    avi.subarray(headersEnd, data + 12),
    subtitles,
    avi.subarray(data + 12),
  ]);
  const streams = avi.indexOf('avih') + 8 + 24;
  out.writeUInt32LE(out.readUInt32LE(streams) + 1, streams);
  out.writeUInt32LE(out.length - 8, 4);
  out.writeUInt32LE(avi.readUInt32LE(headers + 4) + stream.length, headers + 4);
  const moved = data + stream.length;
  out.writeUInt32LE(avi.readUInt32LE(data + 4) + subtitles.length, moved + 4);
  return out;
}

function riff(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}
