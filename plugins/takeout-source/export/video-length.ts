import type { FileHandle } from 'node:fs/promises';

/** More boxes on one level than in any valid video: protects from malicious files. */
const maxBoxes = 200;

/**
 * The duration of an MP4 or QuickTime video, from the header of its `moov` box.
 * @returns seconds; null if the file does not contain it, or is another kind of video
 */
export async function videoLength(handle: FileHandle, size: number): Promise<number | null> {
  const moov = await findBox(handle, 'moov', { start: 0, end: size });
  const header = moov && (await findBox(handle, 'mvhd', moov));
  if (!header) return null;
  const bytes = await readAt(handle, header.start, 32);
  if (bytes.length < 32) return null;
  // Version 1 has 64-bit times.
  const isLong = bytes[0] === 1;
  const scale = bytes.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
  const isUnknown = scale === 0 || length === 0 || (!isLong && length === 0xffffffff);
  return isUnknown ? null : length / scale;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The content of the first box with that name. */
async function findBox(handle: FileHandle, name: string, { start, end }: Span): Promise<Span | undefined> {
  let at = start;
  for (let count = 0; count < maxBoxes && at + 8 <= end; count += 1) {
    const head = await readAt(handle, at, 16);
    if (head.length < 8) return undefined;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return undefined;
    // 1: the size follows the name; 0: the box extends to the end.
    const isLong = short === 1;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const headLength = isLong ? 16 : 8;
    if (length < headLength) return undefined;
    if (head.toString('latin1', 4, 8) === name) return { start: at + headLength, end: Math.min(end, at + length) };
    at += length;
  }
  return undefined;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
