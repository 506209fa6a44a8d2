import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import facesPack from '../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };

/** The folder of real model weights, which are never part of the project. */
export const modelsDir = resolve(process.env['MODELS_DIR'] ?? '../shared/models');

/** The folder of real photos. */
export const photosDir = resolve(process.env['PHOTOS_DIR'] ?? '../shared/photos');

/** Skips the tests that call it in `before` if there are no weights, with a note. */
export function needModels(context: Mocha.Context): void {
  if (existsSync(join(modelsDir, 'yunet_n_dynamic.onnx'))) return;
  console.log(`      (no models at ${modelsDir}: set MODELS_DIR)`);
  context.skip();
}

/** Like `needModels`, for real photos. */
export function needPhotos(context: Mocha.Context): void {
  if (existsSync(join(photosDir, 'faces'))) return;
  console.log(`      (no photos at ${photosDir}: set PHOTOS_DIR)`);
  context.skip();
}

type Manifest = Record<string, unknown>;

/** Installs a pack as links to the real files. */
export function installPack(into: string, manifest: Manifest & { pack: string; files: { path: string }[] }): string {
  const folder = join(into, manifest.pack);
  mkdirSync(folder, { recursive: true });
  for (const { path } of manifest.files) {
    const from = [join(modelsDir, path), join(modelsDir, 'clip-standin', basename(path))].find(existsSync);
    symlinkSync(from ?? path, join(folder, path));
  }
  writeFileSync(join(folder, 'pack.json'), JSON.stringify(manifest));
  return folder;
}

export function installFaces(into: string): string {
  return installPack(into, facesPack);
}

/** The usual face models, without quantised weights. */
export function installFloatFaces(into: string): string {
  const file = 'edgeface_xs_q_fp32.onnx';
  return installPack(into, {
    ...facesPack,
    pack: 'faces-float',
    files: [facesPack.files[0]!, fileFacts(file)],
    faceEmbedder: { ...facesPack.faceEmbedder, version: 'fp32', file },
  });
}

/** The face models with a detector of another family. */
export function installScrfd(into: string): string {
  return installPack(into, {
    ...facesPack,
    pack: 'faces-scrfd',
    files: [fileFacts('scrfd_2.5g_kps.onnx'), ...facesPack.files.slice(1)],
    faceDetector: {
      id: 'scrfd-2.5g',
      version: '1',
      family: 'scrfd',
      file: 'scrfd_2.5g_kps.onnx',
      pixels: { order: 'rgb', mean: 127.5, deviation: 128 },
      longestSide: 640,
      square: true,
      threshold: 0.6,
    },
  });
}

/** A tiny network with CLIP's graph and tokenizer. */
export function installClip(into: string): string {
  const files = ['vision_model.onnx', 'text_model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'config.json'];
  return installPack(into, {
    pack: 'clip-standin',
    summary: 'Knows colours and simple shapes.',
    licence: 'test only',
    default: false,
    files: files.map((file) => fileFacts(`clip-standin/${file}`)),
    imageText: {
      id: 'clip-standin',
      version: '1',
      dimensions: 512,
      image: {
        file: 'vision_model.onnx',
        side: 224,
        mean: [0.48145466, 0.4578275, 0.40821073],
        deviation: [0.26862954, 0.26130258, 0.27577711],
      },
      text: { file: 'text_model.onnx', length: 77 },
    },
  });
}

function fileFacts(file: string): { path: string; bytes: number; sha256: string } {
  const path = join(modelsDir, file);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { path: basename(file), bytes: statSync(path).size, sha256 };
}
