import { Readable } from 'node:stream';
import type { LentFile } from '../../core/media/video/source-tap.ts';
import { madeVideo } from './made-video.ts';

/** A large video that is not stored: its bytes are generated when they are read. */
export interface SparseVideo extends LentFile {
  /** Bytes that were read. */
  readonly bytesRead: number;
}

/** A video with a gap of unused bytes between its pictures and its index, which is at the end. */
export async function sparseVideo(size: number): Promise<SparseVideo> {
  const film = await madeVideo('film.mp4', ['-c:v', 'libx264', '-g', '25'], { seconds: 20, size: '640x360' });
  const moov = film.indexOf('moov') - 4;
  const gap = size - film.length;
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(gap), 8);
  const parts = [
    { start: 0, bytes: film.subarray(0, moov) },
    { start: moov, bytes: header },
    { start: moov + gap, bytes: film.subarray(moov) },
  ];
  let bytesRead = 0;
  function* made(start: number, end: number): Generator<Buffer> {
    for (let at = start; at <= end; at += 65_536) {
      const piece = Buffer.alloc(Math.min(65_536, end + 1 - at));
      for (const part of parts) {
        const from = Math.max(at, part.start);
        const to = Math.min(at + piece.length, part.start + part.bytes.length);
        if (from < to) part.bytes.copy(piece, from - at, from - part.start, to - part.start);
      }
      bytesRead += piece.length;
      yield piece;
    }
  }
  return {
    size,
    get bytesRead() {
      return bytesRead;
    },
    open: ({ start, end = size - 1 }) =>
      Promise.resolve({
        body: Readable.from(made(start, end), { objectMode: false }),
        length: end + 1 - start,
        range: { start, end },
      }),
  };
}
