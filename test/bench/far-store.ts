import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../core/http/wire.ts';
import { previewsFolder } from '../../plugins/bridge-upstream/bridge/meter/preview-shelf.ts';
import { askBridge, rigToken } from '../support/bridge-rig.ts';
import { startBridgeProcess, whereIs, type BridgeProcess } from '../support/bridge-process.ts';
import { CountingProxy } from '../support/counting-proxy.ts';
import { installFaces } from '../support/model-packs.ts';
import { seededRandom } from '../support/seed.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { layPreviews, patterns, writeFarPhotos } from './far-store-photos.ts';
import { figure } from './measure.ts';

const line = '20mbit,4,150ms';
const megabyte = 1_000_000;
/** Seconds without a change after which the grouping of people counts as finished. */
const quietFor = 6;
/** Seconds after which a run is aborted. */
const limit = 4 * 3600;

/** Arguments after the name, as in `far-store photos=200 killed=10`. */
interface BenchArguments {
  readonly photos?: string;
  /** Megabytes of each photo. */
  readonly size?: string;
  /** Photos whose originals are read for comparison; the rest is extrapolated. */
  readonly sample?: string;
  /** The number of real pictures from which the photos are made. */
  readonly pictures?: string;
  /** How often the server is killed during the run. */
  readonly killed?: string;
}

/** The cost of a library until a moment. */
interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * How long a library with a slow connection to its store takes until its timeline is complete and its people are found, and
 * how much data it transfers; compared with a library that reads every original, over the same connection in the same run.
 */
export async function bench(given: BenchArguments = {}): Promise<void> {
  const photos = Number(given.photos ?? 10_000);
  const sample = Math.min(photos, Number(given.sample ?? 100));
  const killed = Number(given.killed ?? 0);
  const size = Number(given.size ?? 4) * megabyte;
  await withTempFolder(async (folder) => {
    const from = await patterns(Number(given.pictures ?? 300));
    const previews = from.map((pattern) => pattern.previews.map(({ length }) => length / 1000));
    const mean = (which: number): number =>
      Math.round(previews.reduce((sum, sizes) => sum + (sizes[which] ?? 0), 0) / previews.length);
    const inputs = {
      line,
      megabytesEach: size / megabyte,
      pictures: from.length,
      preview512KB: mean(0),
      preview1920KB: mean(1),
    };
    const models = join(folder, 'models');
    mkdirSync(models);
    installFaces(models);

    const small = await farStore(join(folder, 'sample'), { count: sample, size, from });
    const original = await indexed(small, { claims: 'cheap', models, count: sample });
    await small.stop();
    const factor = photos / sample;
    const reckoned = { ...inputs, photos, sample, extrapolated: sample < photos };
    const today: Cost = {
      seconds: original.timeline.seconds * factor,
      megabytes: original.timeline.megabytes * factor,
    };
    figure('far-store.originals.timeline.time', today.seconds, 's', reckoned);
    figure('far-store.originals.timeline.bytes', today.megabytes, 'MB', reckoned);
    figure('far-store.originals.people.time', original.people.seconds * factor, 's', reckoned);
    figure('far-store.originals.people', original.found, 'people', { ...inputs, photos: sample });

    const store = await farStore(join(folder, 'whole'), { count: photos, size, from });
    const asIs = { ...inputs, photos, ...(killed > 0 && { killed }) };
    const share = { ...asIs, extrapolated: sample < photos };
    // Printed at once, since people may take much longer.
    const onTimeline = ({ seconds, megabytes }: Cost): void => {
      figure('far-store.thumbnails.timeline.time', seconds, 's', asIs);
      figure('far-store.thumbnails.timeline.bytes', megabytes, 'MB', asIs);
      figure('far-store.timeline.time-ratio', seconds / today.seconds, 'of reading originals', share);
      figure('far-store.timeline.bytes-ratio', megabytes / today.megabytes, 'of reading originals', share);
    };
    const { people, found, again } = await indexed(store, {
      claims: 'metered',
      models,
      count: photos,
      killed,
      onTimeline,
    });
    await store.stop();
    figure('far-store.thumbnails.people.time', people.seconds, 's', asIs);
    figure('far-store.thumbnails.people.bytes', people.megabytes, 'MB', asIs);
    figure('far-store.thumbnails.people', found, 'people', asIs);
    figure('far-store.thumbnails.read-again', again.photos, 'photos', { ...asIs, megabytes: again.megabytes });
    figure('far-store.people.bytes-ratio', people.megabytes / today.megabytes, 'of reading originals', share);
  });
}

/** Starts a metered bridge for photos that it has scanned, with existing previews. */
async function farStore(
  folder: string,
  photos: Parameters<typeof writeFarPhotos>[1],
): Promise<BridgeProcess & { folder: string }> {
  const [root, dataDir] = [join(folder, 'store'), join(folder, 'bridge')];
  await writeFarPhotos(root, photos);
  const bridge = await startBridgeProcess({
    BRIDGE_DRIVER: 'folder',
    BRIDGE_STORE: root,
    BRIDGE_DATA_DIR: dataDir,
    BRIDGE_SCAN_INTERVAL: '12h',
    BRIDGE_METERED: line,
    LOG_LEVEL: 'error',
  });
  const ready = async (): Promise<boolean> => {
    const { state, counts } = (await askBridge(whereIs(bridge), '/v1/health')).json;
    return state === 'ready' && (counts as { photos: number }).photos === photos.count;
  };
  await until(ready, limit);
  await layPreviews(bridge, previewsFolder(dataDir), photos.from);
  return { ...bridge, folder };
}

interface Outcome {
  /** The cost until all photos had thumbnails, and until the grouping of people was finished. */
  readonly timeline: Cost;
  readonly people: Cost;
  readonly found: number;
  /** Photos that were read more than once, entirely or in part. */
  readonly again: { readonly photos: number; readonly megabytes: number };
}

/** Has a server index the store, and kills it `killed` times before the timeline is complete. */
async function indexed(
  store: BridgeProcess & { folder: string },
  options: {
    claims: 'cheap' | 'metered';
    models: string;
    count: number;
    killed?: number;
    onTimeline?: (cost: Cost) => void;
  },
): Promise<Outcome> {
  const { claims, models, count, killed = 0 } = options;
  const proxy = await CountingProxy.start(store.url, { claims });
  const serve = (): Promise<ServerProcess> =>
    startServerProcess({
      DATA_DIR: join(store.folder, 'service'),
      BRIDGE_URL: proxy.url,
      BRIDGE_TOKEN: rigToken,
      MODELS_DIR: models,
      ORIGINALS_BUDGET: '0',
      LOG_LEVEL: 'error',
      ADMIN_USERNAME: 'admin',
      ADMIN_PASSWORD: 'correct horse',
    });
  const began = performance.now();
  let server = await serve();
  const status = async (): Promise<Status> => (await (await fetch(`${server.url}/api/status`)).json()) as Status;
  const cost = (): Cost => ({ seconds: (performance.now() - began) / 1000, megabytes: proxy.bytes / megabyte });
  try {
    const random = seededRandom();
    for (let kill = 0; kill < killed; kill += 1) {
      const goal = ((kill + random()) / killed) * count;
      await until(async () => (await status()).stats.photos.by_status.indexed >= goal, limit);
      await server.kill();
      server = await serve();
    }
    await until(async () => (await status()).stats.photos.by_status.indexed >= count, limit);
    const timeline = cost();
    options.onTimeline?.(timeline);
    await settled(status);
    const { seconds, megabytes: moved } = cost();
    const people: Cost = { seconds: seconds - quietFor, megabytes: moved };
    const { photos, people: found } = await status();
    if (photos !== count) throw new Error(`the library has ${photos} photos of ${count}`);
    const twice = [...proxy.passed.values()].filter(({ whole }) => whole > 1);
    const megabytes = twice.reduce((sum, { bytes, whole }) => sum + (bytes / whole) * (whole - 1), 0) / megabyte;
    return { timeline, people, found, again: { photos: twice.length, megabytes } };
  } finally {
    await server.stop();
    proxy.stop();
  }
}

/** Waits until all photos are analysed, and the grouping of people has not changed for a while. */
async function settled(status: () => Promise<Status>): Promise<void> {
  let same = 0;
  let before = '';
  while (same < quietFor) {
    await sleep(1000);
    const { people, faces, pending, indexing } = await status();
    const now = JSON.stringify({ people, faces, pending });
    same = now === before && !indexing.running ? same + 1 : 0;
    before = now;
  }
}
