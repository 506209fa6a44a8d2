import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { everything } from '../../../core/domain/viewer-scope.ts';
import sharp from 'sharp';
import { blobToVector } from '../../../core/db/vectors.ts';
import { CurrentModels } from '../../../core/store/models/current-models.ts';
import { ImageSample } from '../../../core/store/models/image-embeddings.ts';
import { Faces } from '../../../core/store/people/faces.ts';
import type { MlProvider, VectorIndexProvider } from '../../../core/plugin-api/index.ts';
import type { BackgroundTask } from '../../../core/threads/background-task.ts';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { analysisStates, faceEmbeddings, faceRows, imageEmbeddings } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { until } from '../../support/until.ts';

describe('a change of models', function () {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;

  /** Marks all faces as grouped. */
  const clusterer = (db: IndexerRig['db']): BackgroundTask => ({
    name: 'people',
    run: () => {
      db.exec('UPDATE faces SET clustered = 1');
      return Promise.resolve();
    },
  });
  const start = async (): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml: models, tasks: (db) => [clusterer(db)] });
    await rig.settle();
  };
  const install = async (version: string): Promise<void> => {
    const settled = rig.indexer.settled();
    models.install(version);
    await settled;
  };
  const current = (kind: 'face' | 'image') => new CurrentModels(rig.db).of(kind);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ColourModels();
    const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    for (let index = 0; index < 6; index += 1) source.put(`p${index}`, Buffer.concat([red, Buffer.from([index])]));
    models.install('1');
    await start();
  });

  afterEach(async () => {
    mock.restoreAll();
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('starts from the first model, which is current once photos are analysed', () => {
    expect(current('face')).to.deep.equal({
      model: 'embedder@1',
      dimensions: 512,
      thresholds: { edge: 0.4, link: 0.3 },
    });
    expect(current('image')).to.deep.equal({ model: 'clip@1', dimensions: 4, thresholds: null });
  });

  it('adds vectors beside those of the old model, which stays current until every photo is analysed', async () => {
    const faces = faceRows(rig.db);
    const seen: string[] = [];
    models.before = () => {
      seen.push(`${current('face')!.model} ${current('image')!.model}`);
      expect(faceEmbeddings(rig.db).filter((text) => text.endsWith('embedder@1'))).to.have.length(6);
      return Promise.resolve();
    };
    await install('2');
    expect(seen).to.deep.equal(Array.from({ length: 6 }, () => 'embedder@1 clip@1'));
    expect(current('face')!.model).to.equal('embedder@2');
    expect(current('image')!.model).to.equal('clip@2');
    expect(faceEmbeddings(rig.db)).to.deep.equal(faces.map(({ id }) => `${id}: embedder@2`));
    expect(imageEmbeddings(rig.db)).to.have.length(6);
    expect(imageEmbeddings(rig.db).every((text) => text.endsWith('clip@2'))).to.equal(true);
    expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal(faces.map(({ id }) => id));
  });

  it('groups all faces again by a new model, but none when the same models run again', async () => {
    const grouped: number[] = [];
    rig.db.function('note', (id) => {
      grouped.push(Number(id));
    });
    rig.db.exec(`CREATE TEMP TRIGGER note AFTER UPDATE OF clustered ON faces WHEN old.clustered AND NOT new.clustered
      BEGIN SELECT note(new.id); END`);
    rig.db.exec(`UPDATE analyses SET state = 'waiting', faces_by = NULL`);
    await rig.settle();
    expect(analysisStates(rig.db)['p0']).to.equal('done');
    expect(models.seen).to.have.length(12);
    expect(grouped).to.deep.equal([]);
    await install('2');
    expect(grouped.sort()).to.deep.equal(faceRows(rig.db).map(({ id }) => id));
  });

  it('is not delayed by a photo on which the new model fails, which is retried later', async () => {
    for (let index = 6; index < 12; index += 1) {
      const { bytes } = source.photos.get('p0')!;
      source.put(`p${index}`, Buffer.concat([bytes, Buffer.from([index])]));
    }
    await rig.settle();
    let first = true;
    models.before = () => {
      const fails = first;
      first = false;
      return fails ? Promise.reject(new Error('This one picture')) : Promise.resolve();
    };
    await install('2');
    expect(Object.values(analysisStates(rig.db)).filter((state) => state === 'failed')).to.have.length(1);
    expect(current('face')!.model).to.equal('embedder@2');
    rig.ahead += 61;
    await rig.settle();
    expect(faceEmbeddings(rig.db)).to.have.length(12);
  });

  it('does not happen when the new model fails on every photo', async () => {
    models.failing = 'always';
    await install('2');
    expect(Object.values(analysisStates(rig.db))).to.deep.equal(Array.from({ length: 6 }, () => 'failed'));
    expect(current('face')!.model).to.equal('embedder@1');
    expect(faceEmbeddings(rig.db)).to.have.length(6);
  });

  it('continues after an interruption, with the same result', async () => {
    const ids = faceRows(rig.db).map(({ id }) => id);
    models.before = (signal) =>
      models.seen.length < 9
        ? Promise.resolve()
        : new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
    models.install('2');
    await until(() => models.seen.length >= 9);
    await rig.close();
    models.before = () => Promise.resolve();
    await start();
    expect(current('face')!.model).to.equal('embedder@2');
    expect(faceEmbeddings(rig.db)).to.deep.equal(ids.map((id) => `${id}: embedder@2`));
  });

  it('keeps the vectors of the old model while its index still serves searches', async () => {
    await rig.close();
    const provider = createVectorIndexProvider();
    const gate = new EventEmitter();
    const open = once(gate, 'open');
    const held = once(gate, 'held');
    const vectorIndex: VectorIndexProvider = {
      open: async (options) => {
        const index = await provider.open(options);
        const apply = index.apply.bind(index);
        index.apply = async (...change) => {
          if (options.model === 'clip@2') {
            gate.emit('held');
            await open;
          }
          await apply(...change);
        };
        return index;
      },
    };
    const follow: BackgroundTask = { name: 'vectors', run: (signal) => rig.vectors.follow(signal) };
    rig = new IndexerRig({ folder, source, ml: models, vectorIndex, tasks: [follow] });
    await rig.settle();
    const settled = install('2');
    await held;
    const searched = rig.vectors.current('image')?.model ?? '';
    const sample = new ImageSample(rig.db).ids(searched, 9);
    gate.emit('open');
    await settled;
    expect([current('image')!.model, searched]).to.deep.equal(['clip@2', 'clip@1']);
    expect(sample).to.have.length(6);
    expect(rig.vectors.current('image')?.model).to.equal('clip@2');
    expect(imageEmbeddings(rig.db).every((text) => text.endsWith('clip@2'))).to.equal(true);
    await rig.vectors.close();
    await provider.close();
  });

  it('removes the old model’s vectors of pictures even if the new vectors of faces cannot be indexed', async () => {
    await rig.close();
    const provider = createVectorIndexProvider();
    const vectorIndex: VectorIndexProvider = {
      open: (options) =>
        options.model === 'embedder@2' ? Promise.reject(new Error('The disk is full.')) : provider.open(options),
    };
    rig = new IndexerRig({ folder, source, ml: models, vectorIndex, tasks: (db) => [clusterer(db)] });
    await rig.settle();
    await install('2');
    expect([current('face')!.model, current('image')!.model]).to.deep.equal(['embedder@2', 'clip@2']);
    expect(faceEmbeddings(rig.db).filter((text) => text.endsWith('embedder@1'))).to.have.length(6);
    expect(imageEmbeddings(rig.db).every((text) => text.endsWith('clip@2'))).to.equal(true);
    await rig.vectors.close();
    await provider.close();
  });

  const install2 = (): Promise<void> => {
    models.install('2');
    return Promise.resolve();
  };
  /** Rotates the new photo, and analyses it in one call, which names no model. */
  const install2WhileRotated = (): void => {
    source.faults.set('open', (next) => {
      rig.db.exec("UPDATE photos SET turned = 90 WHERE uid = 'p6'");
      return next();
    });
    const { reader } = rig;
    const turnedPixels = reader.turnedPixels.bind(reader);
    mock.method(reader, 'turnedPixels', (...asked: Parameters<typeof turnedPixels>) =>
      install2().then(() => turnedPixels(...asked)),
    );
    const analyse: MlProvider['analyse'] = async (image, _parts, options) => {
      const found = await models.detectFaces(image, options);
      const vectors = await models.embedFaces(image, found);
      const [vector] = await models.embedImages([image]);
      return { faces: found.map((face, index) => ({ ...face, embedding: vectors[index]! })), image: vector! };
    };
    Object.assign(models, { analyse });
  };
  for (const [moment, arrange] of [
    ['is decoded', () => void source.faults.set('open', (next) => install2().then(next))],
    ['is rotated', install2WhileRotated],
    ['is analysed', () => void (models.before = install2)],
  ] as const) {
    it(`stores no vector under the name of another model when a new one comes while a picture ${moment}`, async () => {
      const kept: { model: string; version: number }[] = [];
      rig.db.function('note', (model, embedding) => {
        const vector = blobToVector(embedding as Buffer, 512);
        kept.push({ model: String(model), version: vector.findIndex((value) => Math.abs(value - 0.8) < 0.01) });
      });
      rig.db.exec(`CREATE TEMP TRIGGER note AFTER INSERT ON face_embeddings
        BEGIN SELECT note(new.model, new.embedding); END`);
      arrange();
      source.put('p6', Buffer.concat([source.photos.get('p0')!.bytes, Buffer.from([6])]));
      await rig.settle();
      expect(kept).to.not.be.empty;
      for (const { model, version } of kept) expect(model).to.equal(`embedder@${version}`);
    });
  }

  it('deletes the vectors that an interrupted removal has left', async () => {
    rig.db.exec(`INSERT INTO face_embeddings SELECT face_id, 'older@1', embedding FROM face_embeddings`);
    await rig.settle();
    expect(faceEmbeddings(rig.db)).to.have.length(6);
    expect(faceEmbeddings(rig.db).every((text) => text.endsWith('embedder@1'))).to.equal(true);
  });

  it('applies new thresholds of the same model without a new analysis', async () => {
    models.thresholds = { edge: 0.5, link: 0.4 };
    await install('1');
    expect(current('face')!.thresholds).to.deep.equal({ edge: 0.5, link: 0.4 });
    expect(models.seen).to.have.length(6);
  });

  it('keeps the ids and people of faces, even if the new model puts the box elsewhere', async () => {
    const ids = faceRows(rig.db).map(({ id }) => id);
    rig.db.exec(`INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'Ann', 'ann', 0);
      UPDATE faces SET person_id = 7`);
    models.facePosition = 0.3;
    await install('2');
    expect(faceRows(rig.db).map(({ id, x, person_id }) => [id, x, person_id])).to.deep.equal(
      ids.map((id) => [id, 0.3, 7]),
    );
  });

  it('leaves out what a user marked as not a face, even if the new model finds it slightly elsewhere', async () => {
    const [rejected, ...others] = faceRows(rig.db).map(({ id }) => id);
    rig.db
      .prepare(`INSERT INTO face_rejections (face_id, assigned_by, decided_at) VALUES (?, 'auto', 0)`)
      .run(rejected);
    models.facePosition = 0.3;
    await install('2');
    expect(faceRows(rig.db).map(({ id, x }) => [id, x])).to.deep.equal([rejected, ...others].map((id) => [id, 0.3]));
    expect(rig.db.prepare('SELECT face_id FROM face_rejections').pluck().all()).to.deep.equal([rejected]);
    const { faces, total } = new Faces(rig.db).unassigned(
      { limit: 9, offset: 0 },
      { audience: everything, withHidden: false },
    );
    expect([faces.map(({ id }) => id), total]).to.deep.equal([others, others.length]);
  });

  it('removes faces that the new model does not find, except those about which users decided', async () => {
    const [assigned, refused, cover, rejected] = faceRows(rig.db).map(({ id }) => id);
    rig.db
      .exec(`INSERT INTO people (id, name, name_key, cover_face_id, created_at) VALUES (7, 'Ann', 'ann', ${cover}, 0);
      UPDATE faces SET person_id = 7;
      INSERT INTO face_decisions (face_id, person_id, decided_at) VALUES (${assigned}, 7, 0);
      INSERT INTO face_refusals (face_id, person_id, decided_at) VALUES (${refused}, 7, 0);
      INSERT INTO face_rejections (face_id, assigned_by, decided_at) VALUES (${rejected}, 'auto', 0)`);
    models.facePosition = null;
    await install('2');
    expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal([assigned, refused, cover, rejected]);
    // They still get vectors of the new model, which is passed the faces at their old places.
    expect(faceEmbeddings(rig.db)).to.deep.equal([assigned, refused, cover, rejected].map((id) => `${id}: embedder@2`));
    expect(models.embedded.slice(-4).map(({ box }) => box.x)).to.deep.equal([0.25, 0.25, 0.25, 0.25]);
  });
});
