import type { InferenceSession, Tensor } from 'photofinch/plugin-api/toolkit';

/**
 * The batch size of a model.
 * @param preferred used if the model accepts any size; some models were exported for a fixed size, usually 1
 */
export function batchSize(session: InferenceSession, preferred: number): number {
  const [input] = session.inputMetadata;
  const fixed = input?.isTensor ? input.shape[0] : undefined;
  return typeof fixed === 'number' && fixed > 0 ? fixed : preferred;
}

/** Runs a model with one input, and returns one of its outputs: by default the first. */
export async function runOne(
  session: InferenceSession,
  tensor: Tensor,
  output = session.outputNames[0] ?? '',
): Promise<Float32Array> {
  const [input, ...others] = session.inputNames;
  if (input === undefined || others.length > 0) {
    throw new Error(
      `the model wants ${session.inputNames.length} inputs (${session.inputNames.join(', ')}) instead of 1`,
    );
  }
  if (!session.outputNames.includes(output)) throw new Error(`the model has no output ${output}`);
  const { [output]: result } = await session.run({ [input]: tensor }, [output]);
  if (!(result?.data instanceof Float32Array)) throw new Error(`the model's output ${output} is not of float32`);
  return result.data;
}
