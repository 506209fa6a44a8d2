import type { DetectedFace, PictureAnalysis, PictureLabels, RgbImage, TextLine } from 'photofinch/plugin-api';
import type {
  FaceDetectorModel,
  FaceEmbedderModel,
  ImageTextModel,
  LabelsModel,
  TextModel,
} from '../models/manifest.ts';

/** A model and the absolute path of the folder that has its files. */
export interface Located<M> {
  readonly folder: string;
  readonly model: M;
}

/** What an inference process can be asked. Each task says which models it is for. */
export interface Tasks {
  detectFaces: {
    input: { readonly image: RgbImage; readonly detector: Located<FaceDetectorModel> };
    output: DetectedFace[];
  };
  embedFaces: {
    input: {
      readonly image: RgbImage;
      readonly faces: readonly DetectedFace[];
      readonly embedder: Located<FaceEmbedderModel>;
    };
    output: Float32Array[];
  };
  embedImages: {
    input: { readonly images: readonly RgbImage[]; readonly imageText: Located<ImageTextModel> };
    output: Float32Array[];
  };
  embedTexts: {
    input: { readonly texts: readonly string[]; readonly imageText: Located<ImageTextModel> };
    output: Float32Array[];
  };
  findLabels: {
    input: { readonly image: RgbImage; readonly labels: Located<LabelsModel> };
    output: PictureLabels;
  };
  readText: {
    input: { readonly image: RgbImage; readonly text: Located<TextModel> };
    output: TextLine[];
  };
  /** A part is left out where its models are null. */
  analyse: {
    input: {
      readonly image: RgbImage;
      readonly faces: {
        readonly detector: Located<FaceDetectorModel>;
        readonly embedder: Located<FaceEmbedderModel>;
      } | null;
      readonly imageText: Located<ImageTextModel> | null;
      readonly labels: Located<LabelsModel> | null;
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
  /** `faulty`: the folder of the model whose fault it is, and no picture's. */
  | { readonly id: number; readonly error: string; readonly faulty?: string };

/** The first message to a process, and its answer. */
export interface Begin {
  readonly begin: {
    /** Threads that one run of a network may use. */
    readonly threads: number;
    /** Seconds without use after which a model is given up. */
    readonly keepFor: number;
  };
}
export const READY = 'ready';
