/*
 * The plaintext of a job or an answer: the length of the head as a 32-bit number, the head in JSON, then the bytes of
 * pictures or vectors. All numbers are little-endian.
 */

/** A body as a list of buffers; the parts are not copied. */
export function bodyOf(head: object, parts: readonly Uint8Array[]): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return [length, json, ...parts];
}

export const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** @throws Error if the bytes are not a valid body */
export function readBody(bytes: Buffer): { head: unknown; rest: Buffer } {
  const end = bytes.length < 4 ? Infinity : 4 + bytes.readUInt32LE(0);
  if (end > bytes.length) throw new Error('The head is longer than all of it');
  return { head: JSON.parse(bytes.toString('utf8', 4, end)) as unknown, rest: bytes.subarray(end) };
}

/** The bytes from `from` to `to` of the concatenated pieces, without a copy. */
export function cut(pieces: readonly Uint8Array[], from: number, to: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const piece of pieces) {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, piece.length)];
    if (start < end) parts.push(piece.subarray(start, end));
    at += piece.length;
  }
  return parts;
}

/** The bytes of vectors, without a copy. */
export function floatBytes(vectors: readonly Float32Array[]): Uint8Array[] {
  return vectors.map((vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}

/**
 * Copies bytes into vectors.
 * @throws Error if there are too few bytes
 */
export function readVectors(bytes: Uint8Array, count: number, dimensions: number): Float32Array[] {
  const vectorBytes = dimensions * 4;
  if (bytes.length < count * vectorBytes) throw new Error('There are fewer numbers than the head says');
  return Array.from({ length: count }, (_, at) => {
    const vector = new Float32Array(dimensions);
    new Uint8Array(vector.buffer).set(bytes.subarray(at * vectorBytes, (at + 1) * vectorBytes));
    return vector;
  });
}
