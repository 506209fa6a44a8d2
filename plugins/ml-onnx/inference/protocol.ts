import type { DetectedFace, RgbImage } from 'photofinch/plugin-api';
import type { FaceDetectorModel, FaceEmbedderModel, ImageTextModel } from '../models/manifest.ts';

/** The models that a process works with. Folders are absolute. */
export interface ModelSet {
  readonly faceDetector: { readonly folder: string; readonly model: FaceDetectorModel } | null;
  readonly faceEmbedder: { readonly folder: string; readonly model: FaceEmbedderModel } | null;
  readonly imageText: { readonly folder: string; readonly model: ImageTextModel } | null;
}

/** What an inference process can be asked. */
export interface Tasks {
  detectFaces: { input: { image: RgbImage }; output: DetectedFace[] };
  embedFaces: { input: { image: RgbImage; faces: readonly DetectedFace[] }; output: Float32Array[] };
  embedImages: { input: { images: readonly RgbImage[] }; output: Float32Array[] };
  embedTexts: { input: { texts: readonly string[] }; output: Float32Array[] };
}

export type Task = keyof Tasks;

export type Request = {
  [T in Task]: { readonly id: number; readonly task: T; readonly input: Tasks[T]['input'] };
}[Task];

export type Reply =
  | { readonly id: number; readonly output: Tasks[Task]['output'] }
  /** `model`: the fault is the model's or its file's, and no picture's. */
  | { readonly id: number; readonly error: string; readonly fault: 'input' | 'model' };

/** The first message to a process, and its answer. */
export interface Begin {
  readonly begin: ModelSet;
  /** Threads that one run of a network may use. */
  readonly threads: number;
}
export const READY = 'ready';
