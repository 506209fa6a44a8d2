import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { DetectedFace, MlModels, MlProvider, RgbImage } from '../../../core/plugin-api/ml-provider.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const dimensions = 4;

/** Sees a face wherever a picture is mostly red, and embeds pictures by their mean colour. */
class ColourModels implements MlProvider {
  readonly preferredImageSize = 64;
  installed: MlModels = { faceDetector: null, faceEmbedder: null, imageText: null };
  failing: 'never' | 'always' | 'wrong' = 'never';
  facePosition = 0.25;
  readonly seen: RgbImage[] = [];
  #listeners: (() => void)[] = [];

  install(version: string): void {
    this.installed = {
      faceDetector: { id: 'detector', version },
      faceEmbedder: { id: 'embedder', version },
      imageText: { id: 'clip', version, dimensions },
    };
    for (const listener of this.#listeners) listener();
  }

  models(): MlModels {
    return this.installed;
  }

  onModelsChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  detectFaces(image: RgbImage): Promise<DetectedFace[]> {
    if (this.failing === 'always') return Promise.reject(new Error('The child process ended'));
    this.seen.push(image);
    const [red = 0, green = 0] = image.data;
    const box = { x: this.facePosition, y: 0.25, w: 0.5, h: 0.5 };
    return Promise.resolve(red > 2 * green ? [{ box, points: [[0.4, 0.4]], score: 0.9 }] : []);
  }

  embedFaces(_image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    return Promise.resolve(faces.map(() => new Float32Array(this.failing === 'wrong' ? 3 : 512).fill(0.5)));
  }

  embedImages(images: readonly RgbImage[]): Promise<Float32Array[]> {
    return Promise.resolve(images.map(({ data }) => Float32Array.from([data[0]!, data[1]!, data[2]!, 1])));
  }

  embedTexts(): Promise<Float32Array[]> {
    return Promise.resolve([]);
  }
}

describe('the machine-learning stage', function () {
  this.timeout(60_000);
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

  const start = async (ml: MlProvider | undefined): Promise<void> => {
    rig = new IndexerRig({ folder, source, ...(ml && { ml }) });
    await rig.settle();
  };
  const analyses = (): Record<string, string> =>
    Object.fromEntries(
      rig.db
        .prepare<[], { uid: string; state: string }>(
          'SELECT uid, analyses.state FROM analyses JOIN photos ON photos.id = photo_id ORDER BY uid',
        )
        .all()
        .map(({ uid, state }) => [uid, state]),
    );
  const faces = () =>
    rig.db
      .prepare<[], { id: number; uid: string; x: number; model: string; person_id: number | null; bytes: number }>(
        `SELECT faces.id, uid, x, model, person_id, length(embedding) AS bytes
         FROM faces JOIN photos ON photos.id = photo_id ORDER BY faces.id`,
      )
      .all();
  const embeddings = () =>
    rig.db
      .prepare<[], { uid: string; model: string }>(
        'SELECT uid, model FROM image_embeddings JOIN photos ON photos.id = photo_id ORDER BY model, uid',
      )
      .all();

  it('waits without a provider, and with one that has no models', async () => {
    await start(undefined);
    expect(analyses()).to.deep.equal({ blue: 'waiting', red: 'waiting' });
    rig.ml = models;
    await rig.settle();
    expect(analyses()).to.deep.equal({ blue: 'waiting', red: 'waiting' });
    expect(source.count('open')).to.equal(2);
  });

  it('stores faces and embeddings as soon as models are installed', async () => {
    await start(models);
    const settled = rig.indexer.settled();
    models.install('1');
    await settled;
    expect(analyses()).to.deep.equal({ blue: 'done', red: 'done' });
    expect(faces()).to.have.length(1);
    expect(faces()[0]).to.include({ uid: 'red', x: 0.25, model: 'embedder@1', person_id: null, bytes: 2048 });
    expect(embeddings()).to.deep.equal([
      { uid: 'blue', model: 'clip@1' },
      { uid: 'red', model: 'clip@1' },
    ]);
    expect(models.seen.map(({ width, height, data }) => [width, height, data.length])).to.deep.equal([
      [64, 32, 64 * 32 * 3],
      [64, 32, 64 * 32 * 3],
    ]);
  });

  it('runs again for other models, and a face keeps its id and its person', async () => {
    models.install('1');
    await start(models);
    const [face] = faces();
    rig.db.exec(`INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'Ann', 'ann', 0)`);
    rig.db.exec(`UPDATE faces SET person_id = 7, assigned_by = 'user'`);
    models.facePosition = 0.3;
    const settled = rig.indexer.settled();
    models.install('2');
    await settled;
    expect(faces()).to.have.length(1);
    expect(faces()[0]).to.include({ id: face!.id, person_id: 7, x: 0.3, model: 'embedder@2' });
    expect(embeddings().map(({ model }) => model)).to.deep.equal(['clip@1', 'clip@1', 'clip@2', 'clip@2']);
  });

  it('does not lose a face that a user named when it is not found again', async () => {
    models.install('1');
    await start(models);
    rig.db.exec(`UPDATE faces SET assigned_by = 'user'`);
    models.facePosition = 0.9;
    const settled = rig.indexer.settled();
    models.install('2');
    await settled;
    expect(faces().map(({ x }) => x)).to.deep.equal([0.25, 0.9]);
  });

  it('runs again for new content', async () => {
    models.install('1');
    await start(models);
    source.put('red', source.photos.get('blue')!.bytes);
    await rig.settle();
    expect(faces()).to.deep.equal([]);
    expect(analyses()).to.deep.equal({ blue: 'done', red: 'done' });
  });

  for (const failing of ['always', 'wrong'] as const) {
    it(`keeps trying with growing pauses when the models fail (${failing})`, async () => {
      models.install('1');
      models.failing = failing;
      await start(models);
      expect(analyses()['red']).to.equal('failed');
      expect(faces()).to.deep.equal([]);
      expect(rig.photo('red').state).to.equal('indexed');
      const { error, attempts, retry_at } = rig.db
        .prepare<[], { error: string; attempts: number; retry_at: number }>(
          `SELECT error, attempts, retry_at FROM analyses WHERE photo_id = (SELECT id FROM photos WHERE uid = 'red')`,
        )
        .get() as { error: string; attempts: number; retry_at: number };
      expect(error).to.equal('The models failed over this photo: see the log.');
      expect(attempts).to.equal(1);
      expect(retry_at - rig.now()).to.be.within(55, 60);

      models.failing = 'never';
      rig.ahead += 61;
      await rig.settle();
      expect(analyses()).to.deep.equal({ blue: 'done', red: 'done' });
    });
  }
});
