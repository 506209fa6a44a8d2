import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RgbImage } from '../../../core/plugin-api/index.ts';
import type { PackManifest } from '../../../plugins/ml-onnx/models/manifest.ts';
import { BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { installPack } from '../../support/model-packs.ts';

export const interactive = { priority: 'interactive', signal: new AbortController().signal } as const;
export const background = { priority: 'background', signal: new AbortController().signal } as const;

export interface ProviderRig {
  readonly ml: OnnxProvider;
  readonly watch: ModelsWatch;
  /** The folder of models. */
  readonly folder: string;
  /** `pack: reason` of each pack that failed. */
  readonly faults: string[];
}

interface RigOptions {
  /** Names of built-in packs, by default none, and another folder that contains them. */
  readonly builtIn?: readonly string[];
  readonly builtInFolder?: string;
  readonly scenery?: boolean;
  readonly install?: readonly ((into: string) => unknown)[];
  readonly preferred?: readonly string[];
  readonly processes?: number;
  /** In seconds, like the next one. */
  readonly idleStop?: number;
  readonly patience?: number;
}

/** Runs a test with a provider in a temporary folder. */
export async function withProvider(
  { builtIn = [], builtInFolder, scenery = false, ...options }: RigOptions,
  use: (rig: ProviderRig) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const faults: string[] = [];
  const { install = [], preferred = [], processes = 1, idleStop = 60, patience = 60 } = options;
  for (const one of install) one(folder);
  const watch = new ModelsWatch(folder, preferred, { builtIn: new BuiltInPacks(builtIn, builtInFolder), scenery });
  await watch.start();
  const onFault = (pack: string, reason: string): void => void faults.push(`${pack}: ${reason}`);
  const ml = new OnnxProvider(watch, { processes: () => processes, threads: 1, idleStop, patience, onFault });
  try {
    await use({ ml, watch, folder, faults });
  } finally {
    await ml.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object | undefined ? Mutable<T[K]> : T[K] };

/** Installs a variant of another pack. */
export function installVariant(
  into: string,
  install: (into: string) => string,
  change: (manifest: Mutable<PackManifest>) => void,
): void {
  const original = mkdtempSync(join(tmpdir(), 'photofinch-'));
  try {
    const manifest = JSON.parse(readFileSync(join(install(original), 'pack.json'), 'utf8')) as Mutable<PackManifest>;
    change(manifest);
    installPack(into, manifest);
  } finally {
    rmSync(original, { recursive: true, force: true });
  }
}

/**
 * The pixels that the reference implementation used: upright, without transparency, in the colour space of the file.
 */
export async function storedPixels(file: string): Promise<RgbImage> {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .rotate()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A picture of one colour. */
export function plain(rgb: readonly [number, number, number], width = 64, height = 48): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set(rgb, at);
  return { width, height, data };
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    product += a[i]! * b[i]!;
    ofA += a[i]! ** 2;
    ofB += b[i]! ** 2;
  }
  return product / Math.sqrt(ofA * ofB);
}

/** The message of the expected error. */
export async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('it did not fail');
  return error.message;
}
