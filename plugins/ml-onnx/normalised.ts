/**
 * Cuts a network's output into vectors and scales each to length 1, so that a product of two is their cosine.
 * @throws Error when the output has another shape than the manifest says
 */
export function normalised(output: Float32Array | undefined, count: number, dimensions: number): Float32Array[] {
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
