import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Config } from '../../../core/settings/env.ts';
import type { MlProvider } from '../../../core/plugin-api/ml-provider.ts';
import {
  analysisStates,
  faceEmbeddings,
  faceRows,
  imageEmbeddings,
  type FaceRow,
} from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { until } from '../../support/until.ts';

describe('the machine-learning stage', function () {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ColourModels();
    const plain = (background: string): Promise<Buffer> =>
      sharp({ create: { width: 200, height: 100, channels: 3, background } })
        .jpeg()
        .toBuffer();
    source.put('red', await plain('#c00000'));
    source.put('blue', await plain('#0000c0'));
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (ml: MlProvider | undefined, config: Partial<Config> = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, config, ...(ml && { ml }) });
    rig.stopClock();
    await rig.settle();
  };
  const install = async (version: string): Promise<void> => {
    const settled = rig.indexer.settled();
    models.install(version);
    await settled;
  };

  it('waits without a provider or without models, and does not read photos again when a provider is added', async () => {
    await start(undefined);
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'waiting', red: 'waiting' });
    rig.ml = models;
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'waiting', red: 'waiting' });
    expect(source.count('open')).to.equal(2);
    expect(models.seen).to.deep.equal([]);
  });

  it('analyses each photo while it is read, without opening it a second time', async () => {
    models.install('1');
    await start(models);
    expect(source.count('open')).to.equal(2);
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
    const [face, ...others] = faceRows(rig.db);
    expect(others).to.deep.equal([]);
    expect(face).to.include({ uid: 'red', x: 0.25, person_id: null });
    expect(faceEmbeddings(rig.db)).to.deep.equal([`${face!.id}: embedder@1`]);
    expect(imageEmbeddings(rig.db)).to.deep.equal(['blue: clip@1', 'red: clip@1']);
    expect(models.seen).to.deep.equal([
      { width: 64, height: 32, bytes: 64 * 32 * 3 },
      { width: 64, height: 32, bytes: 64 * 32 * 3 },
    ]);
  });

  it('analyses the waiting photos as soon as models are installed', async () => {
    await start(models);
    await install('1');
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
    expect(imageEmbeddings(rig.db)).to.deep.equal(['blue: clip@1', 'red: clip@1']);
    expect(models.seen[0]).to.deep.equal({ width: 64, height: 32, bytes: 64 * 32 * 3 });
  });

  it('runs only the missing part of the analysis', async () => {
    models.install('1', { image: false });
    await start(models);
    expect(imageEmbeddings(rig.db)).to.deep.equal([]);
    const looks = models.seen.length;
    await install('1');
    expect(imageEmbeddings(rig.db)).to.deep.equal(['blue: clip@1', 'red: clip@1']);
    expect(models.seen).to.have.length(looks);
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
  });

  it('passes each picture once to a provider that has `analyse`', async () => {
    models.install('1');
    const calls: unknown[] = [];
    const whole: MlProvider = {
      preferredImageSize: 64,
      models: () => models.models(),
      onModelsChanged: () => undefined,
      detectFaces: () => Promise.reject(new Error('not asked for')),
      embedFaces: () => Promise.reject(new Error('not asked for')),
      embedImages: () => Promise.reject(new Error('not asked for')),
      embedTexts: () => Promise.reject(new Error('not asked for')),
      analyse: async (image, parts, options) => {
        calls.push(parts);
        const found = await models.detectFaces(image, options);
        const vectors = await models.embedFaces(image, found);
        const [vector] = await models.embedImages([image]);
        return { faces: found.map((face, index) => ({ ...face, embedding: vectors[index]! })), image: vector! };
      },
    };
    await start(whole);
    expect(calls).to.deep.equal([
      { faces: true, image: true, labels: false },
      { faces: true, image: true, labels: false },
    ]);
    expect(faceRows(rig.db)).to.have.length(1);
    expect(imageEmbeddings(rig.db)).to.have.length(2);
  });

  it('keeps reading while the models compute, with a bounded number of pictures at a time', async () => {
    for (let index = 0; index < 20; index += 1) {
      const { bytes } = source.photos.get(index % 2 ? 'red' : 'blue')!;
      source.put(`more-${index}`, Buffer.concat([bytes, Buffer.from([index])]));
    }
    models.install('1');
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    models.before = () => gate;
    const settling = start(models, { workers: 3 });
    // Three that are being read and two more that are being analysed; each of them is indexed by then.
    await until(() => models.seen.length === 5);
    // If a sixth were read, the decoders would have received it before these.
    const { bytes } = source.photos.get('red')!;
    for (let i = 0; i < 3; i += 1) await rig.reader.thumbnail(bytes);
    expect(models.seen).to.have.length(5);
    expect(source.count('open')).to.equal(5);
    expect(rig.photos().filter(({ state }) => state === 'indexed')).to.have.length(5);
    open();
    await settling;
    expect(imageEmbeddings(rig.db)).to.have.length(22);
    expect(source.count('open')).to.equal(22);
  });

  it('resumes the analysis of photos that a shutdown interrupted', async () => {
    models.install('1');
    models.before = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    rig = new IndexerRig({ folder, source, ml: models });
    rig.indexer.start();
    await until(() => models.seen.length === 2);
    await rig.close();

    models.before = () => Promise.resolve();
    rig = new IndexerRig({ folder, source, ml: models });
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'waiting', red: 'waiting' });
    expect(rig.photos().map(({ state }) => state)).to.deep.equal(['indexed', 'indexed']);
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
    expect(faceRows(rig.db)).to.have.length(1);
  });

  it('does not analyse a photo again that has only moved', async () => {
    models.install('1');
    await start(models);
    const [before] = faceRows(rig.db);
    const { bytes } = source.photos.get('red')!;
    source.remove('red');
    source.put('moved', bytes);
    await rig.settle();
    expect(faceRows(rig.db)).to.deep.equal([{ ...before, uid: 'moved' }]);
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', moved: 'done' });
    expect(models.seen).to.have.length(2);
  });

  /**
   * The red photo turns up under another uid and is taken for a new photo. Users make decisions meanwhile, in which
   * person 7 is Ann. Then the new photo turns out to be the old one.
   * @param decide gets the ids of the face in the old photo and in the new one; returns the decisions as SQL
   * @returns the old face
   */
  async function movedAfter(decide: (old: number, moved: number) => string): Promise<FaceRow> {
    models.install('1');
    await start(models);
    source.put('moved', source.photos.get('red')!.bytes);
    await rig.settle();
    const [old, moved] = faceRows(rig.db) as [FaceRow, FaceRow];
    rig.db.exec(`INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'Ann', 'ann', 0);
      ${decide(old.id, moved.id)};
      UPDATE photos SET added_at = added_at + 100 WHERE uid = 'moved'`);
    source.loseSilently('red');
    source.expireCursors();
    await rig.settle();
    return old;
  }

  it('keeps the decision about a face in a photo that turns out to have moved', async () => {
    const old = await movedAfter(
      (_old, moved) => `
      UPDATE faces SET person_id = 7, assigned_by = 'user' WHERE id = ${moved};
      INSERT INTO face_decisions (face_id, person_id, decided_at) VALUES (${moved}, 7, 0)`,
    );
    expect(faceRows(rig.db)).to.deep.equal([{ ...old, uid: 'moved', person_id: 7 }]);
    expect(rig.db.prepare('SELECT face_id, person_id FROM face_decisions').all()).to.deep.equal([
      { face_id: old.id, person_id: 7 },
    ]);
    expect(rig.db.prepare('SELECT faces, photos FROM person_counts').all()).to.deep.equal([{ faces: 1, photos: 1 }]);
  });

  it('keeps the mark “not a face” in a photo that turns out to have moved', async () => {
    const old = await movedAfter(
      (old, moved) => `
      UPDATE faces SET person_id = 7 WHERE id = ${old};
      INSERT INTO face_rejections (face_id, assigned_by, decided_at) VALUES (${moved}, 'auto', 0)`,
    );
    expect(faceRows(rig.db)).to.deep.equal([{ ...old, uid: 'moved', person_id: null }]);
    expect(rig.db.prepare('SELECT face_id FROM face_rejections').pluck().all()).to.deep.equal([old.id]);
  });

  it('keeps the records for undoing a merge of people for a photo that turns out to have moved', async () => {
    const old = await movedAfter(
      (_old, moved) => `
      UPDATE faces SET person_id = 7, assigned_by = 'user' WHERE id = ${moved};
      INSERT INTO face_decisions (face_id, person_id, decided_at) VALUES (${moved}, 7, 0);
      INSERT INTO merge_records (id, state, person_id, hidden, created_at, target_id, merged_at)
        VALUES (1, 'merged', 900, 0, 0, 7, 0);
      INSERT INTO merge_record_faces VALUES (1, ${moved}, 900, 'user', 0);
      INSERT INTO merge_record_refusals VALUES (1, ${moved}, 7, NULL, 0, 0)`,
    );
    expect(faceRows(rig.db)).to.deep.equal([{ ...old, uid: 'moved', person_id: 7 }]);
    for (const table of ['merge_record_faces', 'merge_record_refusals']) {
      expect(rig.db.prepare(`SELECT face_id FROM ${table}`).pluck().all(), table).to.deep.equal([old.id]);
    }
  });

  it('runs again for new content', async () => {
    models.install('1');
    await start(models);
    source.put('red', source.photos.get('blue')!.bytes);
    await rig.settle();
    expect(faceRows(rig.db)).to.deep.equal([]);
    expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
  });

  for (const failing of ['always', 'wrong'] as const) {
    it(`retries after growing pauses when the models fail (${failing})`, async () => {
      models.install('1');
      models.failing = failing;
      await start(models);
      expect(analysisStates(rig.db)['red']).to.equal('failed');
      expect(faceRows(rig.db)).to.deep.equal([]);
      expect(rig.photo('red').state).to.equal('indexed');
      const failed = rig.db.prepare<[], { error: string; attempts: number; retry_at: number }>(
        `SELECT error, attempts, retry_at FROM analyses WHERE photo_id = (SELECT id FROM photos WHERE uid = 'red')`,
      );
      for (const [at, seconds] of [60, 240, 960].entries()) {
        const { error, attempts, retry_at } = failed.get()!;
        expect(error).to.equal('The models failed over this photo: see the log.');
        expect(attempts).to.equal(at + 1);
        expect(retry_at - rig.now()).to.be.within(seconds - 5, seconds);
        if (seconds === 960) models.failing = 'never';
        rig.ahead += seconds + 1;
        await rig.settle();
      }
      expect(analysisStates(rig.db)).to.deep.equal({ blue: 'done', red: 'done' });
    });
  }
});
