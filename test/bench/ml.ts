/**
 * Indexing with real models: photos a second from the first byte to the last vector, as a share of what the models alone
 * would let through, and how long requests are held up meanwhile: with the usual models of faces and a tiny one of pictures,
 * whose time is short beside the decoding of a photo; with a picture model of CLIP's size; and with that and a detector of
 * usual weight.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as ort from 'onnxruntime-node';
import sharp from 'sharp';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import { IndexerRig } from '../support/indexer-rig.ts';
import { MemorySource } from '../support/memory-source.ts';
import { installClip, installFaces, installScrfd, modelsDir, photosDir } from '../support/model-packs.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { clipSizedNetwork } from './clip-sized-network.ts';
import { figure, timeCalls } from './measure.ts';

/** Divides the cost of the models among two cores, as their processes do. */
const cores = 2;
const photos = 120;

/** Different pictures; the others are these with other bytes behind them, so that each has its own content. */
const distinct = 6;
const facesEach = 2;

interface Network {
  readonly file: string;
  readonly shape: readonly number[];
}

const embedder: Network = { file: 'edgeface_xs_q_int8mm.onnx', shape: [facesEach, 3, 112, 112] };
const yunet: Network = { file: 'yunet_n_dynamic.onnx', shape: [1, 3, 960, 1280] };
const scrfd: Network = { file: 'scrfd_2.5g_kps.onnx', shape: [1, 3, 640, 640] };
const pictureShape = [1, 3, 224, 224];
const tiny: Network = { file: 'clip-standin/vision_model.onnx', shape: pictureShape };

/** Models to index with: packs, and the networks in them. */
interface Setting {
  readonly name: string;
  readonly install: (into: string) => void;
  readonly networks: (packs: string) => readonly Network[];
}

const settings: readonly Setting[] = [
  {
    name: 'faces + tiny',
    install: (into) => {
      installFaces(into);
      installClip(into);
    },
    networks: () => [yunet, embedder, tiny],
  },
  {
    name: 'faces + CLIP-sized',
    install: (into) => {
      installFaces(into);
      installClipSized(into);
    },
    networks: (packs) => [yunet, embedder, clipSized(packs)],
  },
  {
    name: 'SCRFD-2.5G + CLIP-sized',
    install: (into) => {
      installScrfd(into);
      installClipSized(into);
    },
    networks: (packs) => [scrfd, embedder, clipSized(packs)],
  },
];

const clipSized = (packs: string): Network => ({ file: join(packs, 'clip-sized.onnx'), shape: pictureShape });

/** The pack of the tiny model with a larger network in place of its own. */
function installClipSized(into: string): void {
  const pack = installClip(into);
  const manifest = JSON.parse(readFileSync(join(pack, 'pack.json'), 'utf8')) as {
    files: { path: string; bytes: number; sha256: string }[];
  };
  const network = clipSizedNetwork();
  writeFileSync(join(into, 'clip-sized.onnx'), network);
  rmSync(join(pack, 'vision_model.onnx'));
  writeFileSync(join(pack, 'vision_model.onnx'), network);
  const sha256 = createHash('sha256').update(network).digest('hex');
  const files = manifest.files.map((file) =>
    file.path === 'vision_model.onnx' ? { ...file, bytes: network.length, sha256 } : file,
  );
  writeFileSync(join(pack, 'pack.json'), JSON.stringify({ ...manifest, files }));
}

export async function bench(): Promise<void> {
  const pictures = await groupPhotos();
  for (const setting of settings) await withTempFolder((folder) => indexing(setting, folder, pictures));
}

async function indexing(setting: Setting, folder: string, pictures: readonly Buffer[]): Promise<void> {
  const packs = join(folder, 'models');
  mkdirSync(packs);
  setting.install(packs);
  const networks = setting.networks(packs);
  const source = new MemorySource();
  for (let index = 0; index < photos; index += 1) {
    const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
    source.put(`p${index}`, Buffer.concat([picture, Buffer.from(`\n${index}`)]));
  }

  // Half of it before and half after: machines get busier and idler by the minute.
  const before = await bareTimes(networks);
  const watch = new ModelsWatch(packs);
  await watch.start();
  const provider = new OnnxProvider(watch, { processes: cores, threads: 1, idleStop: 60 });
  const rig = new IndexerRig({ folder: join(folder, 'data'), source, ml: provider });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  await rig.settle();
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  delay.disable();
  const ofModels = provider.pids.reduce((total, pid) => total + cpuOf(pid), 0);
  const faces = rig.db.prepare<[], number>('SELECT count(*) FROM faces').pluck().get() ?? 0;
  const done = rig.db.prepare<[], number>(`SELECT count(*) FROM analyses WHERE state = 'done'`).pluck().get();
  if (done !== photos) throw new Error(`Only ${done ?? 0} of ${photos} photos were analysed`);
  await rig.close();
  await provider.close();
  watch.stop();
  const after = await bareTimes(networks);

  const bare = before.map((time, index) => (time + (after[index] ?? time)) / 2);
  const sum = bare.reduce((total, time) => total + time, 0);
  const inputs = { photos, megapixels: 12, faces: Number((faces / photos).toFixed(2)), models: setting.name };
  figure('ml.rate', photos / seconds, 'photos/s', inputs);
  figure('ml.bare-rate', (cores * 1000) / sum, 'photos/s', {
    ...inputs,
    cores,
    ms: bare.map((time) => Math.round(time)),
  });
  figure('ml.share', photos / seconds / ((cores * 1000) / sum), 'of the models alone', inputs);
  // Says the same of a machine that others use at the time.
  const ofIndexer = (user + system) / 1000;
  figure('ml.cpu', ofIndexer / photos, 'ms/photo, without the processes of the models', inputs);
  figure('ml.cpu.models', ofModels / photos, 'ms/photo, of the processes of the models', inputs);
  figure(
    'ml.cpu-share',
    sum / ((ofIndexer + ofModels) / photos),
    'of all CPU time is that of the models alone',
    inputs,
  );
  figure('ml.event-loop-delay.p99', delay.percentile(99) / 1e6, 'ms', inputs);
  figure('ml.event-loop-delay.max', delay.max / 1e6, 'ms', inputs);
}

/** Milliseconds of CPU time that a process has used: fields 14 and 15 of its `stat`, in ticks of 10 ms. */
function cpuOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) * 10;
}

/** Milliseconds of each network on one thread, with nothing around it. */
async function bareTimes(networks: readonly Network[]): Promise<number[]> {
  const times: number[] = [];
  for (const { file, shape } of networks) {
    const session = await ort.InferenceSession.create(resolve(modelsDir, file), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    const values = Float32Array.from(
      { length: shape.reduce((product, side) => product * side, 1) },
      (_, at) => at % 255,
    );
    const feeds = { [session.inputNames[0] ?? '']: new ort.Tensor('float32', values, shape) };
    await timeCalls(() => session.run(feeds), { runs: 3, warmUp: 0 });
    // CPU time, which others on the machine do not lengthen; one thread computes, and nothing else goes on.
    const runs = 15;
    const before = process.cpuUsage();
    await timeCalls(() => session.run(feeds), { runs, warmUp: 0 });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000 / runs);
    await session.release();
  }
  return times;
}

/** 12 megapixels of scenery with two people in it. */
async function groupPhotos(): Promise<Buffer[]> {
  const scenes = readdirSync(join(photosDir, 'scenes')).filter((name) => name.endsWith('.jpg'));
  const people = readdirSync(join(photosDir, 'faces'));
  const portrait = (index: number): Promise<Buffer> => {
    const folder = join(photosDir, 'faces', people[index] ?? '');
    return sharp(join(folder, readdirSync(folder)[0] ?? ''))
      .resize(600, 600)
      .toBuffer();
  };
  return Promise.all(
    Array.from({ length: distinct }, async (_, index) =>
      sharp(join(photosDir, 'scenes', scenes[index] ?? ''))
        .resize(4000, 3000, { fit: 'cover' })
        .composite([
          { input: await portrait(facesEach * index), left: 700, top: 1200 },
          { input: await portrait(facesEach * index + 1), left: 2500, top: 1100 },
        ])
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );
}
