import type { ModelId } from 'photofinch/plugin-api';
import { manifestSchema } from './manifest-schema.ts';

/** One file of a pack. */
export interface PackFile {
  /** Inside the pack's folder. */
  readonly path: string;
  /** If size or checksum is absent, the origin of the file must provide it. */
  readonly bytes?: number;
  /** 64 hexadecimal digits. */
  readonly sha256?: string;
  /** Where it is published; absent: only available from a mirror or a folder. */
  readonly url?: string;
}

/** How a model expects pixel values of 0 to 255: (value − mean) / deviation. */
export interface PixelFormat {
  readonly order: 'rgb' | 'bgr';
  readonly mean: number;
  readonly deviation: number;
}

export interface FaceDetectorModel extends ModelId {
  readonly family: 'yunet' | 'scrfd';
  readonly file: string;
  readonly pixels: PixelFormat;
  /** Longest side of the input in px. */
  readonly longestSide: number;
  /** Whether the model takes only squares of that side. */
  readonly square: boolean;
  /** Detections with lower scores are ignored. */
  readonly threshold: number;
}

export interface FaceEmbedderModel extends ModelId {
  readonly file: string;
  readonly pixels: PixelFormat;
  readonly dimensions: 512;
  /** See `FaceThresholds` of the contract. */
  readonly clustering?: { readonly edge: number; readonly link: number };
}

export interface ImageTextModel extends ModelId {
  readonly dimensions: number;
  readonly image: {
    readonly file: string;
    /** Side of the square input in px. */
    readonly side: number;
    /** How a picture is made square: by a centre crop, or by resizing without its aspect ratio. */
    readonly fit: 'crop' | 'stretch';
    readonly kernel: 'cubic' | 'linear';
    /** For red, green and blue, for values of 0 to 1. */
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
    /** The output with the vector; default the first. */
    readonly output?: string;
  };
  readonly text: {
    readonly file: string;
    /** The number of input tokens, including the end token; shorter texts are padded. */
    readonly length: number;
    /** Whether the model needs lower case, which its tokenizer does not apply. */
    readonly lowercase: boolean;
    readonly output?: string;
  };
}

/** A model that takes the whole picture, resized to a square. */
export interface SquareNetwork {
  readonly file: string;
  /** In px. */
  readonly side: number;
}

/** Several models that together label what a picture shows. */
export interface LabelsModel extends ModelId {
  /** Maps their outputs to things and words: see `ThingsTable`. */
  readonly table: string;
  /** By family: both detect the classes of COCO, and their scores are combined. */
  readonly detectors: { readonly deimv2: SquareNetwork; readonly yolox: SquareNetwork };
  /**
   * Classifies into ImageNet's classes; also runs on the centre of the picture, a square of `centre` times the shorter side.
   */
  readonly classifier: SquareNetwork & { readonly centre: number };
  /** Measures the area of sky, water and the like. Takes as long as all others together. */
  readonly scenery?: SquareNetwork;
}

/** A model that finds lines of text, and one that reads them. */
export interface TextModel extends ModelId {
  /** Longest side in px of the picture from which lines are cropped. */
  readonly longestSide: number;
  readonly confidence: { readonly search: number; readonly show: number };
  readonly detector: {
    readonly file: string;
    /** Longest side in px of the picture in which lines are detected. */
    readonly longestSide: number;
    /** The same for the first pass, which only decides whether there is any text. */
    readonly firstLook: number;
    /** For blue, green and red, for values of 0 to 1. */
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
  };
  readonly reader: {
    readonly file: string;
    /** A JSON list of the symbols that the outputs represent. */
    readonly symbols: string;
    /** Size of the input line in px. */
    readonly height: number;
    readonly widest: number;
  };
}

/** The kinds of models that a pack can have. */
export interface Models {
  readonly faceDetector: FaceDetectorModel;
  readonly faceEmbedder: FaceEmbedderModel;
  readonly imageText: ImageTextModel;
  readonly labels: LabelsModel;
  readonly text: TextModel;
}

/**
 * A pack of models: files, their origin and licence, and the input format of the models. A new model is a new manifest, not
 * new code.
 */
export interface PackManifest extends Partial<Models> {
  readonly pack: string;
  readonly summary: string;
  readonly licence: string;
  /** Whether it is installed by default. */
  readonly default: boolean;
  /** If two packs have a model of the same kind, the one with the higher rank is used. */
  readonly rank: number;
  readonly files: readonly PackFile[];
}

/** @throws Error with one sentence about the problem */
export function parseManifest(json: unknown): PackManifest {
  const { value: manifest, error } = manifestSchema().validate(json, { convert: false }) as {
    value: PackManifest;
    error?: Error;
  };
  if (error) throw new Error(`The manifest of a model pack is wrong: ${error.message}.`);
  const paths = new Set(manifest.files.map(({ path }) => path));
  for (const file of modelFiles(manifest)) {
    if (!paths.has(file)) {
      throw new Error(`The manifest of the model pack ${manifest.pack} uses ${file} and does not list it.`);
    }
  }
  return manifest;
}

function modelFiles({ faceDetector, faceEmbedder, imageText, labels, text }: PackManifest): string[] {
  const files = [
    ...[faceDetector?.file, faceEmbedder?.file, imageText?.image.file, imageText?.text.file],
    ...[labels?.table, labels?.detectors.deimv2.file, labels?.detectors.yolox.file, labels?.classifier.file],
    ...[labels?.scenery?.file, text?.detector.file, text?.reader.file, text?.reader.symbols],
  ];
  return files.filter((file) => file !== undefined);
}
