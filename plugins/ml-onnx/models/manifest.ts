import { manifestSchema } from './manifest-schema.ts';

/** One file of a pack. */
export interface PackFile {
  /** Inside the pack's folder. */
  readonly path: string;
  /** Where size or checksum is not known beforehand, whoever has the file must say it. */
  readonly bytes?: number;
  /** 64 hexadecimal digits. */
  readonly sha256?: string;
  /** Where it is published; without it, it comes from a mirror or a folder alone. */
  readonly url?: string;
}

interface Model {
  readonly id: string;
  readonly version: string;
}

/** How a network wants the values 0 to 255 of its pixels: (value − mean) / deviation. */
export interface PixelFormat {
  readonly order: 'rgb' | 'bgr';
  readonly mean: number;
  readonly deviation: number;
}

export interface FaceDetectorModel extends Model {
  readonly family: 'yunet' | 'scrfd';
  readonly file: string;
  readonly pixels: PixelFormat;
  /** Longest side in px of the picture that goes in. */
  readonly longestSide: number;
  /** Whether the network takes squares of that side alone. */
  readonly square: boolean;
  /** Scores below are no faces. */
  readonly threshold: number;
}

export interface FaceEmbedderModel extends Model {
  readonly file: string;
  readonly pixels: PixelFormat;
  readonly dimensions: 512;
  /** See `FaceThresholds` of the contract. */
  readonly clustering?: { readonly edge: number; readonly link: number };
}

export interface ImageTextModel extends Model {
  readonly dimensions: number;
  readonly image: {
    readonly file: string;
    /** Side in px of the square that goes in. */
    readonly side: number;
    /** How a picture becomes that square: its middle alone, or all of it, squeezed. */
    readonly fit: 'crop' | 'stretch';
    readonly kernel: 'cubic' | 'linear';
    /** Of red, green and blue, for values of 0 to 1. */
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
    /** The network's output that is the vector; its first one, where it is not said. */
    readonly output?: string;
  };
  readonly text: {
    readonly file: string;
    /** Tokens that go in, the end's included; shorter texts are filled up. */
    readonly length: number;
    /** Whether it has only seen small letters, and its tokenizer leaves that to others. */
    readonly lowercase: boolean;
    readonly output?: string;
  };
}

/** A network that sees all of a picture, squeezed into a square. */
export interface SquareNetwork {
  readonly file: string;
  /** In px. */
  readonly side: number;
}

/** Several networks that together name what a picture shows. */
export interface LabelsModel extends Model {
  /** Which of their outputs stand for which things, and the words for these: see `ThingsTable`. */
  readonly table: string;
  /** By family: both find the things of COCO, and what they say is put together. */
  readonly detectors: { readonly deimv2: SquareNetwork; readonly yolox: SquareNetwork };
  /** Knows the classes of ImageNet; sees `centre` of the shorter side in the picture's middle as well. */
  readonly classifier: SquareNetwork & { readonly centre: number };
  /** Measures how much of the picture is sky, water and the like. Takes as long as all others together. */
  readonly scenery?: SquareNetwork;
}

/** A network that finds lines of text, and one that reads them. */
export interface TextModel extends Model {
  /** Longest side in px of the picture that lines are cut out of. */
  readonly longestSide: number;
  readonly confidence: { readonly search: number; readonly show: number };
  readonly detector: {
    readonly file: string;
    /** Longest side in px of the picture that lines are looked for in. */
    readonly longestSide: number;
    /** The same for the first look, which only decides whether there is any text. */
    readonly firstLook: number;
    /** Of blue, green and red, for values of 0 to 1. */
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
  };
  readonly reader: {
    readonly file: string;
    /** A JSON list of the symbols that the outputs stand for. */
    readonly symbols: string;
    /** In px of the line that goes in. */
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
 * A pack of models: which files, where from, on what terms, and how the networks want to be fed. A new model is a new
 * manifest, not new code.
 */
export interface PackManifest extends Partial<Models> {
  readonly pack: string;
  readonly summary: string;
  readonly licence: string;
  /** Installed when nobody says which. */
  readonly default: boolean;
  /** Of two packs with a model for the same work, the one of the higher rank does it. */
  readonly rank: number;
  readonly files: readonly PackFile[];
}

/** @throws Error with one sentence that says what is wrong */
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
