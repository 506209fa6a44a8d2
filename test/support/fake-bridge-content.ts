import sharp from 'sharp';
import type { Node } from '../../plugins/bridge-upstream/contract.ts';
import { refuse, type FakeAnswer, type FakeRequest } from './fake-bridge-exchange.ts';

/** `/full`: the whole file, one range, 304 or 416. */
export function contentAnswer(node: Node, bytes: Buffer, { method, headers }: FakeRequest): FakeAnswer {
  const etag = `"${node.rev}"`;
  const modified = new Date(node.modifiedTime * 1000).toUTCString();
  const about = {
    'content-type': node.mediaType,
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    ...(node.sha1 !== null && { 'x-content-sha1': node.sha1 }),
  };
  if (namesTag(headers['if-none-match'], etag)) return { status: 304, headers: about, body: null };
  const ifRange = headers['if-range'];
  const asked = method === 'GET' && (ifRange === undefined || ifRange === etag) ? headers['range'] : undefined;
  const range = asked === undefined ? undefined : parseRange(asked, bytes.length);
  if (range === 'beyond') {
    const refusal = refuse('bad_range', 'The range lies beyond the end.');
    return { ...refusal, headers: { ...refusal.headers, 'content-range': `bytes */${bytes.length}` } };
  }
  if (!range) return { status: 200, headers: about, body: bytes };
  return {
    status: 206,
    headers: { ...about, 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` },
    body: bytes.subarray(range.start, range.end + 1),
  };
}

/** Parses one range (RFC 9110, 14.1.2); undefined for a header that must be ignored. */
function parseRange(text: string, size: number): { start: number; end: number } | 'beyond' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(text.trim());
  if (!match || text.trim().length === 'bytes=-'.length) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '0' || size === 0 ? 'beyond' : { start: Math.max(0, size - +last), end: size - 1 };
  if (last !== '' && +last < +first) return undefined;
  if (+first >= size) return 'beyond';
  return { start: +first, end: last === '' ? size - 1 : Math.min(+last, size - 1) };
}

/** If-None-Match uses the weak comparison. */
function namesTag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;
}

/**
 * The picture, rotated upright and scaled down to fit `size`, but never enlarged. Fails for files that sharp cannot
 * read.
 */
export async function thumbnailAnswer(
  node: Node,
  bytes: Buffer,
  size: number,
  { headers }: FakeRequest,
): Promise<FakeAnswer> {
  const etag = `"${node.rev}-${size}"`;
  if (namesTag(headers['if-none-match'], etag)) return { status: 304, headers: { etag }, body: null };
  try {
    const body = await smallPicture(bytes, size);
    return { status: 200, headers: { 'content-type': 'image/webp', etag }, body };
  } catch {
    return refuse('no_thumbnail', 'There is no small picture of this one.');
  }
}

/** Caches small pictures by bytes and size. */
export function drawnOnce(draw: (bytes: Buffer, size: number) => Promise<Buffer>): typeof draw {
  const drawn = new WeakMap<Buffer, Map<number, Promise<Buffer>>>();
  return (bytes, size) => {
    const sizes = drawn.get(bytes) ?? new Map<number, Promise<Buffer>>();
    drawn.set(bytes, sizes);
    const picture = sizes.get(size) ?? draw(bytes, size);
    sizes.set(size, picture);
    return picture;
  };
}

const smallPicture = drawnOnce((bytes, size) =>
  sharp(bytes).rotate().resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp({ effort: 0 }).toBuffer(),
);
