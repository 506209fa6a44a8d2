import type { DetectedFace, PictureAnalysis, PictureLabels, RgbImage, TextLine } from 'photofinch/plugin-api';
import type { InstalledModel } from '../models/choose-models.ts';
import type { accelerators, ChosenExecution } from './execution.ts';

/** The tasks of an inference process. Each task names its models. */
export interface Tasks {
  detectFaces: {
    input: { readonly image: RgbImage; readonly detector: InstalledModel<'faceDetector'> };
    output: DetectedFace[];
  };
  embedFaces: {
    input: {
      readonly image: RgbImage;
      readonly faces: readonly DetectedFace[];
      readonly embedder: InstalledModel<'faceEmbedder'>;
    };
    output: Float32Array[];
  };
  embedImages: {
    input: { readonly images: readonly RgbImage[]; readonly imageText: InstalledModel<'imageText'> };
    output: Float32Array[];
  };
  embedTexts: {
    input: { readonly texts: readonly string[]; readonly imageText: InstalledModel<'imageText'> };
    output: Float32Array[];
  };
  findLabels: {
    input: { readonly image: RgbImage; readonly labels: InstalledModel<'labels'> };
    output: PictureLabels;
  };
  readText: {
    input: { readonly image: RgbImage; readonly text: InstalledModel<'text'> };
    output: TextLine[];
  };
  /** Parts with null models are left out. */
  analyse: {
    input: {
      readonly image: RgbImage;
      readonly faces: {
        readonly detector: InstalledModel<'faceDetector'>;
        readonly embedder: InstalledModel<'faceEmbedder'>;
      } | null;
      readonly imageText: InstalledModel<'imageText'> | null;
      readonly labels: InstalledModel<'labels'> | null;
    };
    output: PictureAnalysis;
  };
}

export type Task = keyof Tasks;

export type Request = {
  [T in Task]: { readonly id: number; readonly task: T; readonly input: Tasks[T]['input'] };
}[Task];

export type Reply =
  | { readonly id: number; readonly output: Tasks[Task]['output'] }
  /** `faulty`: the folder of a model that is at fault, rather than the picture. */
  | { readonly id: number; readonly error: string; readonly faulty?: string };

/** The first message to a process, and its response. */
export interface Begin {
  readonly begin: {
    /** Threads per run of a model. */
    readonly threads: number;
    /** Seconds without use after which a model is released. */
    readonly keepFor: number;
    /** The preferred execution providers, best first; the processor is the fallback. */
    readonly wanted: readonly (typeof accelerators)[number][];
  };
}
export interface ReadyMessage {
  readonly ready: ChosenExecution;
}

/** Information for admins that is not a failure, such as a network that runs on the processor after all. */
export interface Note {
  readonly note: string;
}
