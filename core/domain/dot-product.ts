/** The product of two vectors of the same length; of two that have the length 1, their cosine similarity. */
export function dot(a: Float32Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
