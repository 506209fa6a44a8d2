/**
 * The cost of the built-in models: photos of 12 megapixels per second in which faces and things are found, pictures per
 * second in which text is recognised, and the memory of all processes that run models. The processor time is also valid on a
 * machine with other load.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { PhotoReader } from '../../core/media/photo-reader.ts';
import type { RgbImage } from '../../core/plugin-api/index.ts';
import { BuiltInPacks } from '../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import { column, draw } from '../plugins/ml-onnx/written-pages.ts';
import { photosDir } from '../support/model-packs.ts';
import { cpuOfTree, memoryOf } from '../support/process-tree.ts';
import { figure } from './measure.ts';

const cores = 2;

/** Different pictures, and how often each one is analysed. */
const distinct = Number(process.env['THINGS_PHOTOS'] ?? 24);
const rounds = 2;

const background = { priority: 'background', signal: new AbortController().signal } as const;

export async function bench(): Promise<void> {
  const scenes = readdirSync(join(photosDir, 'scenes'))
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, distinct);
  const photos = await Promise.all(scenes.map((name) => enlarged(join(photosDir, 'scenes', name))));
  const page = await draw(column(Array.from({ length: 17 }, textOf), 'sans-serif', 32));
  for (const scenery of [false, true]) await measure(photos, page, scenery);
}

const textOf = (_: unknown, line: number): string => `Zeile ${line + 1}: Brötchen 0,${line + 10} EUR`;

async function measure(photos: readonly Buffer[], page: RgbImage, scenery: boolean): Promise<void> {
  const watch = new ModelsWatch('no-models', [], { builtIn: new BuiltInPacks(['faces', 'things']), scenery });
  await watch.start();
  const ml = new OnnxProvider(watch, { processes: () => cores, threads: 1, idleStop: 60 });
  const reader = new PhotoReader({ maxPhotoPixels: 100_000_000, photoMemory: 384 * 1024 * 1024, workers: cores });
  let memory = 0;
  const watching = setInterval(() => {
    memory = Math.max(
      memory,
      ml.pids.reduce((sum, pid) => sum + memoryOf(pid), 0),
    );
  }, 100);
  const decoded = async (photo: Buffer, longest: number): Promise<RgbImage> => {
    return reader.rgb(Uint8Array.from(photo), longest);
  };
  const inputs = { megapixels: 12, cores, scenery };
  try {
    await measureRate('things.faces-and-labels', photos, inputs, async (photo) => {
      await ml.analyse(
        await decoded(photo, ml.preferredImageSize),
        { faces: true, image: false, labels: true },
        background,
      );
    });
    if (scenery) return;
    const pictures = await Promise.all(photos.map((photo) => decoded(photo, ml.preferredTextSize)));
    await measureRate('things.text', pictures, { ...inputs, pictures: 'scenes, decoded' }, async (picture) => {
      await ml.readText(picture, background);
    });
    await measureRate('things.text.page', [page, page, page, page], { cores, lines: 17 }, async (picture) => {
      await ml.readText(picture, background);
    });
  } finally {
    clearInterval(watching);
    figure('things.memory', memory / 2 ** 20, 'MB, of all processes that run models', inputs);
    await ml.close();
    await reader.close();
    watch.stop();
  }
}

async function measureRate<T>(
  name: string,
  items: readonly T[],
  inputs: Record<string, unknown>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const all = Array.from({ length: rounds }, () => items).flat();
  const run = async (queue: T[]): Promise<void> => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  const runAll = async (queue: T[]): Promise<void> => {
    await Promise.all(Array.from({ length: cores + 1 }, () => run(queue)));
  };
  // Loads the models, and gets the code compiled.
  await runAll(all.slice(0, 2 * cores));
  const [begin, cpu] = [performance.now(), cpuOfTree()];
  await runAll([...all]);
  figure(name, (all.length * 1000) / (performance.now() - begin), 'pictures/s', { ...inputs, pictures: all.length });
  figure(`${name}.cpu`, (cpuOfTree() - cpu) / all.length, 'CPU ms/picture', inputs);
}

/** The picture in the size of a camera. */
function enlarged(file: string): Promise<Buffer> {
  return sharp(file).resize(4000, 3000, { fit: 'cover' }).jpeg({ quality: 90 }).toBuffer();
}
