// The one place that loads onnxruntime, itself or by way of transformers, which brings it along: silenced before.
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type * as Onnx from 'onnxruntime-node';
import { keepSilent } from 'photofinch/plugin-api/toolkit';

if (!isMainThread) {
  throw new Error('Networks are not run in a worker thread: onnxruntime cannot be silenced there. Use the provider.');
}
keepSilent();
const onnx = createRequire(import.meta.url)('onnxruntime-node') as typeof Onnx;

export type InferenceSession = Onnx.InferenceSession;
export type Tensor = Onnx.Tensor;
export const { Tensor } = onnx;

/**
 * Loads a network. With the first one onnxruntime decides whether it phones home, so that it is silenced here as well,
 * whatever was set since this file was loaded.
 * @param model its file, or its bytes
 */
export function openSession(
  model: string | Uint8Array,
  options: Onnx.InferenceSession.SessionOptions,
): Promise<Onnx.InferenceSession> {
  keepSilent();
  return typeof model === 'string'
    ? onnx.InferenceSession.create(model, options)
    : onnx.InferenceSession.create(model, options);
}

/** Loaded when a text is first tokenized: processes that see pictures alone do without. */
export function loadTransformers(): Promise<typeof import('@xenova/transformers')> {
  return import('@xenova/transformers');
}
