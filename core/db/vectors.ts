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

/** BLOB of little-endian float64 values → Float64Array; a copy, for the same reason. */
export function blobToSum(blob: Buffer, dimensions: number): Float64Array {
  if (blob.byteLength !== dimensions * 8)
    throw new RangeError(`A sum of ${blob.byteLength} bytes where ${dimensions * 8} were expected`);
  const sum = new Float64Array(dimensions);
  Buffer.from(sum.buffer).set(blob);
  return sum;
}

/** Float32Array → BLOB of little-endian float16 values (IEEE 754 binary16), rounded to nearest, ties to even. */
export function vectorToHalfBlob(vector: Float32Array): Buffer {
  const blob = Buffer.alloc(vector.length * 2);
  for (const [index, value] of vector.entries()) blob.writeUInt16LE(toHalf(value), index * 2);
  return blob;
}

/** BLOB of float16 values → Float32Array. */
export function halfBlobToVector(blob: Buffer, dimensions: number): Float32Array {
  if (blob.byteLength !== dimensions * 2)
    throw new RangeError(`A vector of ${blob.byteLength} bytes where ${dimensions * 2} were expected`);
  const values = (halfValues ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => fromHalf(bits)));
  const vector = new Float32Array(dimensions);
  for (let index = 0; index < dimensions; index += 1) {
    vector[index] = values[(blob[index * 2] ?? 0) | ((blob[index * 2 + 1] ?? 0) << 8)] ?? NaN;
  }
  return vector;
}

/** The values of all bit patterns: a lookup is many times faster than the computation. Created on first use. */
let halfValues: Float32Array | undefined;

/** The smallest normal number of binary16, and the unit of subnormal ones. */
const minNormal = 2 ** -14;
const subnormalUnit = 2 ** -24;

function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  if (size < minNormal) return sign | roundToEven(size / subnormalUnit);
  const exponent = Math.floor(Math.log2(size));
  // A fraction that rounds up to 1024 carries into the exponent, which is correct.
  return sign | (((exponent + 15) << 10) + roundToEven((size / 2 ** exponent - 1) * 1024));
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * subnormalUnit : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundToEven(value: number): number {
  const below = Math.floor(value);
  const fraction = value - below;
  return fraction > 0.5 || (fraction === 0.5 && below % 2 === 1) ? below + 1 : below;
}
