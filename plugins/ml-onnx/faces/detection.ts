/** A detected face, in pixels of the input; five points: eyes, nose, corners of the mouth. */
export interface Detection {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** 0 to 1. */
  readonly score: number;
}

/** The outputs of a detector, by name. */
export type Outputs = Readonly<Record<string, { readonly data: Float32Array; readonly dims: readonly number[] }>>;

/**
 * Decodes the outputs of one family of detectors.
 * @param size of the input in pixels
 * @throws Error if the outputs are not those of this family
 */
export type DetectorDecoder = (
  outputs: Outputs,
  size: { readonly width: number; readonly height: number },
  threshold: number,
) => Detection[];

/**
 * One of a model's outputs.
 * @throws Error if it is missing or has another number of values
 */
export function outputOf(outputs: Outputs, name: string, values: number): Float32Array {
  const output = outputs[name];
  if (!output) throw new Error(`the model has no output ${name}`);
  if (output.data.length !== values) {
    throw new Error(`the model's output ${name} has ${output.data.length} values instead of ${values}`);
  }
  return output.data;
}

/** Reads the five points of a face from pairs of values that begin at `at`, each mapped by `x` and `y`. */
export function pointsOf(
  values: Float32Array,
  at: number,
  x: (value: number) => number,
  y: (value: number) => number,
): [number, number][] {
  return Array.from({ length: 5 }, (_, point) => [
    x(values[at + 2 * point] ?? Number.NaN),
    y(values[at + 2 * point + 1] ?? Number.NaN),
  ]);
}
