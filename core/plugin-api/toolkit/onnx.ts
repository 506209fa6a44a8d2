// The only place that loads onnxruntime, with telemetry disabled before. It is loaded on first use, since programs that run
// no model do not need it. From sources, the package is loaded; the built program contains a copy, without what its
// installation would download.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type * as Onnx from '#onnxruntime';
import { keepSilent } from './silence.ts';

export type InferenceSession = Onnx.InferenceSession;
export type Tensor = Onnx.Tensor;

const require = createRequire(import.meta.url);

/**
 * Loads onnxruntime with telemetry disabled. A process that runs models calls it first, so that it fails at once if the
 * library cannot be loaded, rather than with the first model.
 * @throws Error in a worker thread
 */
export function loadOnnx(): typeof Onnx {
  beSilent();
  return require('#onnxruntime') as typeof Onnx;
}

/**
 * Loads a model. With the first one, onnxruntime decides about telemetry, so that it is disabled here again, in case the
 * environment was changed.
 * @param model its file, or its bytes
 */
export async function openSession(
  model: string | Uint8Array,
  options: Onnx.InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const { InferenceSession } = loadOnnx();
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** An input of a model. @param shape the lengths of its dimensions, whose product is the number of values */
export function createTensor(
  type: 'float32' | 'int64' | 'uint8',
  values: Float32Array | BigInt64Array | Uint8Array,
  shape: readonly number[],
): Tensor {
  return new (loadOnnx().Tensor)(type, values, shape);
}

function beSilent(): void {
  if (!isMainThread) {
    throw new Error('Networks are not run in a worker thread: onnxruntime cannot be silenced there. Use the provider.');
  }
  keepSilent();
}
