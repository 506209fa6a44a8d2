import Joi from 'joi';

let schema: Joi.ObjectSchema | undefined;

/** The schema of a pack's manifest: see `PackManifest`. Built on first use, so that it does not slow down the start. */
export function manifestSchema(): Joi.ObjectSchema {
  return (schema ??= make());
}

function make(): Joi.ObjectSchema {
  const fileName = Joi.string()
    .pattern(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)
    .message('{#label} must be a relative path without dots at the beginning of a name');
  const packName = Joi.string().pattern(/^[a-z0-9][a-z0-9-]{0,62}$/);
  const unit = Joi.number().min(0).max(1);
  const side = Joi.number().integer().min(32).max(4096);
  const pixels = Joi.object({
    order: Joi.valid('rgb', 'bgr').required(),
    mean: Joi.number().required(),
    deviation: Joi.number().positive().required(),
  });
  // They stand between the parts of longer names: `id@version`, and `a@1+b@2` of two models.
  const name = Joi.string()
    .max(64)
    .pattern(/^[^@+]+$/)
    .message('{#label} must not contain @ or +');
  const model = { id: name.required(), version: name.required() };
  const triple = Joi.array().items(Joi.number()).length(3);
  const output = Joi.string().max(128);
  const square = Joi.object({ file: fileName.required(), side: side.required() });

  const file = Joi.object({
    path: fileName.required(),
    bytes: Joi.number().integer().min(1),
    sha256: Joi.string().hex().length(64).lowercase(),
    url: Joi.string().uri({ scheme: ['https', 'http'] }),
  });

  const faceDetector = Joi.object({
    ...model,
    family: Joi.valid('yunet', 'scrfd').required(),
    file: fileName.required(),
    pixels: pixels.required(),
    longestSide: side.multiple(32).required(),
    square: Joi.boolean().required(),
    threshold: unit.required(),
  });

  const faceEmbedder = Joi.object({
    ...model,
    file: fileName.required(),
    pixels: pixels.required(),
    dimensions: Joi.valid(512).required(),
    clustering: Joi.object({
      edge: unit.required(),
      link: unit.max(Joi.ref('edge')).message('{#label} must not be greater than edge').required(),
    }),
  });

  const imageText = Joi.object({
    ...model,
    dimensions: Joi.number().integer().min(1).max(4096).required(),
    image: Joi.object({
      file: fileName.required(),
      side: side.required(),
      fit: Joi.valid('crop', 'stretch').default('crop'),
      kernel: Joi.valid('cubic', 'linear').default('cubic'),
      mean: triple.required(),
      deviation: triple.required(),
      output,
    }).required(),
    text: Joi.object({
      file: fileName.required(),
      length: Joi.number().integer().min(2).max(1024).required(),
      lowercase: Joi.boolean().default(false),
      output,
    }).required(),
  });

  const labels = Joi.object({
    ...model,
    table: fileName.required(),
    detectors: Joi.object({ deimv2: square.required(), yolox: square.required() }).required(),
    classifier: square.keys({ centre: unit.greater(0).required() }).required(),
    scenery: square,
  });

  const text = Joi.object({
    ...model,
    longestSide: side.required(),
    confidence: Joi.object({
      search: unit.required(),
      show: unit.min(Joi.ref('search')).message('{#label} must not be less than search').required(),
    }).required(),
    detector: Joi.object({
      file: fileName.required(),
      longestSide: side.multiple(32).required(),
      firstLook: side.multiple(32).required(),
      mean: triple.required(),
      deviation: triple.required(),
    }).required(),
    reader: Joi.object({
      file: fileName.required(),
      symbols: fileName.required(),
      height: Joi.number().integer().min(8).max(256).required(),
      widest: Joi.number().integer().min(64).max(4096).required(),
    }).required(),
  });

  return Joi.object({
    pack: packName.required(),
    summary: Joi.string().required(),
    licence: Joi.string().required(),
    default: Joi.boolean().required(),
    rank: Joi.number().integer().default(0),
    files: Joi.array().items(file).min(1).unique('path').required(),
    faceDetector,
    faceEmbedder,
    imageText,
    labels,
    text,
  }).or('faceDetector', 'faceEmbedder', 'imageText', 'labels', 'text');
}
