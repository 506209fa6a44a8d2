/**
 * Indexing with real models: photos per second from the first byte to the last vector, as a share of the rate of the models
 * alone, and how much requests are delayed meanwhile: with the default models for faces and a tiny one for pictures, which
 * is fast compared with the decoding of a photo; with a picture model of CLIP's size; and with that and a detector of normal
 * size.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { ModelsWatch } from '../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../plugins/ml-onnx/onnx-provider.ts';
import { createTensor, openSession, type Tensor } from '../../core/plugin-api/toolkit/index.ts';
import { IndexerRig } from '../support/indexer-rig.ts';
import { MemorySource } from '../support/memory-source.ts';
import { installClip, installFaces, installScrfd, modelsDir, photosDir } from '../support/model-packs.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { clipSizedNetwork } from './clip-sized-network.ts';
import { figure, timeCalls } from './measure.ts';

/** The cost of the models is divided among two cores, as by their processes. */
const cores = 2;
const photos = 120;

/** Photos indexed before the measurement: by then, processes are started, models are loaded, and code is compiled. */
const warmUp = 24;

/** Different pictures. The others are copies with other bytes at the end, so that each has different content. */
const distinct = 6;
const facesEach = 2;

interface Network {
  readonly file: string;
  /** One input, without the first dimension. */
  readonly shape: readonly number[];
  /** It runs for each face of a photo, not for the photo. */
  readonly ofFaces?: true;
}

const embedder: Network = { file: 'edgeface_xs_q_int8mm.onnx', shape: [3, 112, 112], ofFaces: true };
const yunet: Network = { file: 'yunet_n_dynamic.onnx', shape: [3, 960, 1280] };
const scrfd: Network = { file: 'scrfd_2.5g_kps.onnx', shape: [3, 640, 640] };
const pictureShape = [3, 224, 224];
const tiny: Network = { file: 'clip-standin/vision_model.onnx', shape: pictureShape };

/** Models for indexing: packs, and their networks. */
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

/** Installs the pack of the tiny model with a larger network instead of its own. */
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
  const put = (from: number, count: number): void => {
    for (let index = from; index < from + count; index += 1) {
      const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
      source.put(`p${index}`, Buffer.concat([picture, Buffer.from(`\n${index}`)]));
    }
  };

  const watch = new ModelsWatch(packs);
  await watch.start();
  const provider = new OnnxProvider(watch, { processes: () => cores, threads: 1, idleStop: 60 });
  const rig = new IndexerRig({ folder: join(folder, 'data'), source, ml: provider });
  put(0, warmUp);
  await rig.settle();
  const faces = rig.db
    .prepare<[], number>('SELECT (SELECT count(*) FROM faces f WHERE f.photo_id = p.id) FROM photos p ORDER BY p.id')
    .pluck()
    .all()
    .slice(0, distinct);

  // Half of it comes before and half after, since the load of machines changes by the minute.
  const before = await bareTimes(networks, faces);
  put(warmUp, photos);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = cpuTimes(provider);
  const begin = performance.now();
  await rig.settle();
  const seconds = (performance.now() - begin) / 1000;
  const cpuAfter = cpuTimes(provider);
  delay.disable();
  const done = rig.db.prepare<[], number>(`SELECT count(*) FROM analyses WHERE state = 'done'`).pluck().get();
  if (done !== warmUp + photos) throw new Error(`Only ${done ?? 0} of ${warmUp + photos} photos were analysed`);
  await rig.close();
  await provider.close();
  watch.stop();
  const after = await bareTimes(networks, faces);

  const bare = before.map((time, index) => (time + (after[index] ?? time)) / 2);
  const sum = total(bare);
  const cpu = {
    mainThread: (cpuAfter.mainThread - cpuBefore.mainThread) / photos,
    process: (cpuAfter.process - cpuBefore.process) / photos,
    models: (cpuAfter.models - cpuBefore.models) / photos,
  };
  const inputs = {
    photos,
    megapixels: 12,
    faces: Number((total(faces) / distinct).toFixed(2)),
    models: setting.name,
    cores,
  };
  figure('ml.bare', sum, 'CPU ms/photo, of the networks alone', {
    ...inputs,
    each: Object.fromEntries(networks.map(({ file }, index) => [basename(file), Number(bare[index]?.toFixed(1))])),
  });
  figure('ml.cpu.models', cpu.models, 'CPU ms/photo, of the processes of the models, networks and all', inputs);
  figure('ml.cpu.main-thread', cpu.mainThread, 'CPU ms/photo, of the thread that answers requests', inputs);
  figure('ml.cpu.pictures', cpu.process - cpu.mainThread, 'CPU ms/photo, of the other threads: decoding', inputs);
  figure('ml.rate', photos / seconds, 'photos/s', inputs);
  figure('ml.share', photos / seconds / ((cores * 1000) / sum), 'of the rate of the networks alone', inputs);
  // This also holds on a machine with other load at the time.
  figure('ml.cpu-share', sum / (cpu.process + cpu.models), 'of all CPU time is that of the networks alone', inputs);
  for (const percent of [50, 99]) {
    figure(`ml.event-loop-delay.p${percent}`, delay.percentile(percent) / 1e6, 'ms', inputs);
  }
  figure('ml.event-loop-delay.max', delay.max / 1e6, 'ms', inputs);
}

/** Milliseconds of CPU time so far: of this process, of its main thread, and of the processes of the models. */
function cpuTimes(provider: OnnxProvider): { process: number; mainThread: number; models: number } {
  const { user, system } = process.cpuUsage();
  return {
    process: (user + system) / 1000,
    mainThread: cpuOf(`self/task/${process.pid}`),
    models: total(provider.pids.map((pid) => cpuOf(`${pid}`))),
  };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Milliseconds of CPU time that a process or thread has used: fields 14 and 15 of its `stat`, in ticks of 10 ms. */
function cpuOf(task: string): number {
  const afterName = readFileSync(`/proc/${task}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) * 10;
}

/**
 * Milliseconds that each network alone takes for a photo on one thread.
 * @param faces the numbers of faces in the photos, with each of which networks for faces are timed
 */
async function bareTimes(networks: readonly Network[], faces: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  for (const { file, shape, ofFaces } of networks) {
    const session = await openSession(resolve(modelsDir, file), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    const batches = (ofFaces ? faces : [1]).filter((batch) => batch > 0);
    const feeds = batches.map((batch) => ({ [session.inputNames[0] ?? '']: noise([batch, ...shape]) }));
    const runAll = async (): Promise<void> => {
      for (const feed of feeds) await session.run(feed);
    };
    await timeCalls(runAll, { runs: 3, warmUp: 0 });
    // CPU time is not affected by other load on the machine; only one thread computes here.
    const runs = ofFaces ? 5 : 15;
    const before = process.cpuUsage();
    await timeCalls(runAll, { runs, warmUp: 0 });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000 / runs / (ofFaces ? faces.length : 1));
    await session.release();
  }
  return times;
}

function noise(shape: readonly number[]): Tensor {
  const values = Float32Array.from({ length: shape.reduce((product, side) => product * side, 1) }, (_, at) => at % 255);
  return createTensor('float32', values, shape);
}

/** Scenes of 12 megapixels with two people in each. */
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
