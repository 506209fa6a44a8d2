/** Float32Array → BLOB of little-endian float32 values. */
export function vectorToBlob(vector: Float32Array, dimensions: number): Buffer {
  if (vector.length !== dimensions)
    throw new RangeError(`A vector of ${vector.length} values where ${dimensions} were expected`);
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** BLOB → Float32Array; a copy, since SQLite's buffers may be unaligned. */
export function blobToVector(blob: Buffer, dimensions: number): Float32Array {
  if (blob.byteLength !== dimensions * 4)
    throw new RangeError(`A vector of ${blob.byteLength} bytes where ${dimensions * 4} were expected`);
  const vector = new Float32Array(dimensions);
  Buffer.from(vector.buffer).set(blob);
  return vector;
}
