// The one place that loads onnxruntime: silenced before, and not before somebody asks, for whoever runs no network needs
// none of it. The sources load the package; the built program has a copy of it, without what its installation would fetch.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type * as Onnx from '#onnxruntime';
import { keepSilent } from './silence.ts';

export type InferenceSession = Onnx.InferenceSession;
export type Tensor = Onnx.Tensor;

const require = createRequire(import.meta.url);

/**
 * Loads onnxruntime, silenced. A process that runs networks calls it first, so that it ends at once where the library
 * cannot be loaded: no network is to blame for that.
 * @throws Error in a worker thread
 */
export function loadOnnx(): typeof Onnx {
  beSilent();
  return require('#onnxruntime') as typeof Onnx;
}

/**
 * Loads a network. With the first one onnxruntime decides whether it phones home, so that it is silenced here as well,
 * whatever was set since the library was loaded.
 * @param model its file, or its bytes
 */
export async function openSession(
  model: string | Uint8Array,
  options: Onnx.InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const { InferenceSession } = loadOnnx();
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** What goes into a network. @param shape the lengths of its dimensions, whose product is the number of values */
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
