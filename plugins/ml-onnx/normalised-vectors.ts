/**
 * Splits a model's output into vectors and normalises each, so that a dot product of two is their cosine similarity.
 * @throws Error if the output does not have the shape in the manifest
 */
export function normalisedVectors(output: Float32Array | undefined, count: number, dimensions: number): Float32Array[] {
  if (output?.length !== count * dimensions) {
    throw new Error(`the model answers ${output?.length ?? 0} values instead of ${count} × ${dimensions}`);
  }
  return Array.from({ length: count }, (_, index) => {
    const vector = output.slice(index * dimensions, (index + 1) * dimensions);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!(length > 0) || !Number.isFinite(length)) throw new Error('the model answers a vector without a direction');
    return vector.map((value) => value / length);
  });
}
