import type { DetectedFace, PictureAnalysis, PictureLabels, RgbImage, TextLine } from 'photofinch/plugin-api';
import type {
  FaceDetectorModel,
  FaceEmbedderModel,
  ImageTextModel,
  LabelsModel,
  TextModel,
} from '../models/manifest.ts';
import type { accelerators, ChosenExecution } from './execution.ts';

/** A model with the absolute path of its folder. */
export interface LocatedModel<M> {
  readonly folder: string;
  readonly model: M;
}

/** The tasks of an inference process. Each task names its models. */
export interface Tasks {
  detectFaces: {
    input: { readonly image: RgbImage; readonly detector: LocatedModel<FaceDetectorModel> };
    output: DetectedFace[];
  };
  embedFaces: {
    input: {
      readonly image: RgbImage;
      readonly faces: readonly DetectedFace[];
      readonly embedder: LocatedModel<FaceEmbedderModel>;
    };
    output: Float32Array[];
  };
  embedImages: {
    input: { readonly images: readonly RgbImage[]; readonly imageText: LocatedModel<ImageTextModel> };
    output: Float32Array[];
  };
  embedTexts: {
    input: { readonly texts: readonly string[]; readonly imageText: LocatedModel<ImageTextModel> };
    output: Float32Array[];
  };
  findLabels: {
    input: { readonly image: RgbImage; readonly labels: LocatedModel<LabelsModel> };
    output: PictureLabels;
  };
  readText: {
    input: { readonly image: RgbImage; readonly text: LocatedModel<TextModel> };
    output: TextLine[];
  };
  /** Parts with null models are left out. */
  analyse: {
    input: {
      readonly image: RgbImage;
      readonly faces: {
        readonly detector: LocatedModel<FaceDetectorModel>;
        readonly embedder: LocatedModel<FaceEmbedderModel>;
      } | null;
      readonly imageText: LocatedModel<ImageTextModel> | null;
      readonly labels: LocatedModel<LabelsModel> | null;
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
