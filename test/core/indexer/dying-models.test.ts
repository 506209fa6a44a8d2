import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { analysisStates, faceRows } from '../../support/analysis-rows.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { installFaces, needModels, needPhotos, photosDir } from '../../support/model-packs.ts';

const photos = 16;

describe('indexing with real models whose processes are killed', function () {
  let folder: string | undefined;
  let watch: ModelsWatch;
  let provider: OnnxProvider;
  let rig: IndexerRig;
  let kills = 0;

  before(async function () {
    needModels(this);
    needPhotos(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const packs = join(folder, 'models');
    mkdirSync(packs);
    installFaces(packs);
    watch = new ModelsWatch(packs);
    await watch.start();
    provider = new OnnxProvider(watch, { processes: () => 2, threads: 1, idleStop: 60 });
    const source = new MemorySource();
    for (const person of readdirSync(join(photosDir, 'faces')).slice(0, photos)) {
      const portraits = join(photosDir, 'faces', person);
      source.put(person, readFileSync(join(portraits, readdirSync(portraits)[0]!)));
    }
    rig = new IndexerRig({ folder: join(folder, 'data'), source, ml: provider });
    const settled = rig.settle();
    const killer = setInterval(() => {
      const [pid] = provider.pids;
      if (pid === undefined || kills === 3) return;
      process.kill(pid, 'SIGKILL');
      kills += 1;
    }, 400);
    await settled;
    clearInterval(killer);
    // A photo for which two processes in a row were killed is retried after a pause.
    rig.ahead += 61;
    await rig.settle();
  });

  after(async () => {
    if (folder === undefined) return;
    await rig.close();
    await provider.close();
    watch.stop();
    rmSync(folder, { recursive: true });
  });

  it('loses no photo and no face', () => {
    expect(kills).to.be.above(0);
    expect(Object.values(analysisStates(rig.db))).to.deep.equal(Array.from({ length: photos }, () => 'done'));
    const faces = faceRows(rig.db);
    expect(new Set(faces.map(({ uid }) => uid)).size).to.equal(photos);
    expect(faces.every(({ id, crop }) => crop === 1 && existsSync(faceCropPath(rig.cropsDir, id)))).to.equal(true);
  });

  it('rates the best face of most photos as good', () => {
    const best = new Map<string, number>();
    for (const { uid, quality } of faceRows(rig.db)) best.set(uid, Math.max(quality, best.get(uid) ?? 0));
    expect([...best.values()].sort((a, b) => a - b)[photos / 2]).to.be.above(0.8);
  });
});
