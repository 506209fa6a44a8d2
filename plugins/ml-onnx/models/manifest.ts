import Joi from 'joi';

/** One file of a pack. */
export interface PackFile {
  /** Inside the pack's folder. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
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
}

export interface ImageTextModel extends Model {
  readonly dimensions: number;
  readonly image: {
    readonly file: string;
    /** Side in px of the square that goes in: the middle of the picture. */
    readonly side: number;
    /** Of red, green and blue, for values of 0 to 1. */
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
  };
  readonly text: {
    readonly file: string;
    /** Tokens that go in, the end's included. */
    readonly length: number;
  };
}

/**
 * A pack of models: which files, where from, on what terms, and how the networks want to be fed. A new model is a new
 * manifest, not new code.
 */
export interface PackManifest {
  readonly pack: string;
  readonly summary: string;
  readonly licence: string;
  /** Installed when nobody says which. */
  readonly default: boolean;
  readonly files: readonly PackFile[];
  readonly faceDetector?: FaceDetectorModel;
  readonly faceEmbedder?: FaceEmbedderModel;
  readonly imageText?: ImageTextModel;
}

const fileName = Joi.string()
  .pattern(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)
  .message('{#label} must be a relative path without dots at the beginning of a name');
const unit = Joi.number().min(0).max(1);
const side = Joi.number().integer().min(32).max(4096);
const pixels = Joi.object({
  order: Joi.valid('rgb', 'bgr').required(),
  mean: Joi.number().required(),
  deviation: Joi.number().positive().required(),
});
const model = { id: Joi.string().max(64).required(), version: Joi.string().max(64).required() };
const triple = Joi.array().items(Joi.number()).length(3);

const schema = Joi.object({
  pack: Joi.string()
    .pattern(/^[a-z0-9][a-z0-9-]{0,62}$/)
    .required(),
  summary: Joi.string().required(),
  licence: Joi.string().required(),
  default: Joi.boolean().required(),
  files: Joi.array()
    .items(
      Joi.object({
        path: fileName.required(),
        bytes: Joi.number().integer().min(1).required(),
        sha256: Joi.string().hex().length(64).lowercase().required(),
        url: Joi.string().uri({ scheme: ['https', 'http'] }),
      }),
    )
    .min(1)
    .unique('path')
    .required(),
  faceDetector: Joi.object({
    ...model,
    family: Joi.valid('yunet', 'scrfd').required(),
    file: fileName.required(),
    pixels: pixels.required(),
    longestSide: side.multiple(32).required(),
    square: Joi.boolean().required(),
    threshold: unit.required(),
  }),
  faceEmbedder: Joi.object({
    ...model,
    file: fileName.required(),
    pixels: pixels.required(),
    dimensions: Joi.valid(512).required(),
  }),
  imageText: Joi.object({
    ...model,
    dimensions: Joi.number().integer().min(1).max(4096).required(),
    image: Joi.object({
      file: fileName.required(),
      side: side.required(),
      mean: triple.required(),
      deviation: triple.required(),
    }).required(),
    text: Joi.object({
      file: fileName.required(),
      length: Joi.number().integer().min(2).max(1024).required(),
    }).required(),
  }),
}).or('faceDetector', 'faceEmbedder', 'imageText');

/** @throws Error with one sentence that says what is wrong */
export function parseManifest(json: unknown): PackManifest {
  const { value, error } = schema.validate(json, { convert: false }) as {
    value: PackManifest;
    error?: Joi.ValidationError;
  };
  if (error) throw new Error(`The manifest of a model pack is wrong: ${error.message}.`);
  const paths = new Set(value.files.map(({ path }) => path));
  const used = [
    value.faceDetector?.file,
    value.faceEmbedder?.file,
    value.imageText?.image.file,
    value.imageText?.text.file,
  ];
  for (const file of used) {
    if (file !== undefined && !paths.has(file)) {
      throw new Error(`The manifest of the model pack ${value.pack} uses ${file} and does not list it.`);
    }
  }
  return value;
}
