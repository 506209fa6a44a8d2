import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { CurrentModels } from '../../../core/store/models/current-models.ts';
import type { StoredAnalysis } from '../../../core/plugin-api/photo-source.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import { AnalysedSource } from '../../support/analysed-source.ts';
import { analysisStates, faceEmbeddings, faceRows, imageEmbeddings } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { sha1Of } from '../../support/memory-source.ts';

function unit(length: number, at: number): Float32Array {
  const vector = new Float32Array(length);
  vector[at] = 1;
  return vector;
}

const points = [
  [0.3, 0.4],
  [0.4, 0.4],
  [0.35, 0.5],
  [0.3, 0.6],
  [0.4, 0.6],
] as const;

describe('a stored analysis', function () {
  let folder: string;
  let source: AnalysedSource;
  let rig: IndexerRig;
  let models: ColourModels;

  const analysisOf = (uid: string, version = '1'): StoredAnalysis => ({
    sha1: sha1Of(source.photos.get(uid)!.bytes),
    faces: {
      detector: { id: 'detector', version },
      embedder: { id: 'embedder', version, thresholds: { edge: 0.4, link: 0.3 } },
      found: [{ box: { x: 0.25, y: 0.25, w: 0.2, h: 0.5 }, points, score: 0.9, embedding: unit(512, 3) }],
    },
    image: { model: { id: 'clip', version }, embedding: unit(4, 1) },
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new AnalysedSource();
    models = new ColourModels();
    const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    source.put('known', red);
    source.put('unknown', Buffer.concat([red, Buffer.from('more')]));
    source.analyses.set('known', analysisOf('known'));
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml: models });
    await rig.settle();
  };

  it('replaces models that are not installed, including face crops, while the photo is read once', async () => {
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'waiting' });
    const [face] = faceRows(rig.db);
    expect(face).to.include({ uid: 'known', x: 0.25, crop: 1 });
    expect(faceEmbeddings(rig.db)).to.deep.equal([`${face!.id}: embedder@1`]);
    expect(imageEmbeddings(rig.db)).to.deep.equal(['known: clip@1']);
    expect(await sharp(faceCropPath(rig.cropsDir, face!.id)).metadata()).to.include({ format: 'jpeg', height: 85 });
    const current = new CurrentModels(rig.db);
    expect(current.of('face')).to.deep.include({ model: 'embedder@1', thresholds: { edge: 0.4, link: 0.3 } });
    expect(current.of('image')).to.deep.include({ model: 'clip@1', dimensions: 4 });
    expect(source.count('open')).to.equal(2);
  });

  it('is requested once: a photo without one waits at no cost', async () => {
    await start();
    await rig.settle();
    const asked = source.asked.length;
    await rig.settle();
    expect(source.asked).to.have.length(asked);
    expect(source.count('open')).to.equal(2);
  });

  it('is used for photos that were read before the source had it', async () => {
    source.analyses.clear();
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'waiting', unknown: 'waiting' });
    await rig.close();
    source.analyses.set('known', analysisOf('known'));
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'waiting' });
    expect(faceRows(rig.db).map(({ crop }) => crop)).to.deep.equal([1]);
  });

  it('leaves nothing to do for the same models once they are installed', async () => {
    await start();
    const before = faceRows(rig.db);
    const settled = rig.indexer.settled();
    models.install('1');
    await settled;
    expect(models.seen).to.have.length(1);
    expect(faceRows(rig.db).slice(0, 1)).to.deep.equal(before);
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'done' });
  });

  it('is replaced by other models that are installed', async () => {
    await start();
    const settled = rig.indexer.settled();
    models.install('2');
    await settled;
    expect(models.seen).to.have.length(2);
    expect(faceEmbeddings(rig.db).every((text) => text.endsWith('embedder@2'))).to.equal(true);
    expect(new CurrentModels(rig.db).of('face')!.model).to.equal('embedder@2');
  });

  it('replaces only the models that are not installed', async () => {
    models.install('5', { faces: false });
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'done' });
    expect(imageEmbeddings(rig.db)).to.deep.equal(['known: clip@5', 'unknown: clip@5']);
    expect(faceEmbeddings(rig.db).map((text) => text.split(': ')[1])).to.deep.equal(['embedder@1']);
  });

  const wrong: readonly [string, (analysis: StoredAnalysis) => StoredAnalysis][] = [
    ['of another content', (analysis) => ({ ...analysis, sha1: 'a'.repeat(40) })],
    [
      'with a vector of another length',
      (analysis) => ({
        ...analysis,
        faces: { ...analysis.faces!, found: [{ ...analysis.faces!.found[0]!, embedding: unit(100, 1) }] },
      }),
    ],
    [
      'with a box outside of the photo',
      (analysis) => ({
        ...analysis,
        faces: { ...analysis.faces!, found: [{ ...analysis.faces!.found[0]!, box: { x: 0.9, y: 0, w: 0.5, h: 1 } }] },
      }),
    ],
  ];
  for (const [what, change] of wrong) {
    it(`${what} is not used: the photo waits as if there were none`, async () => {
      source.analyses.set('known', change(analysisOf('known')));
      await start();
      expect(analysisStates(rig.db)).to.deep.equal({ known: 'waiting', unknown: 'waiting' });
      expect(rig.photo('known').state).to.equal('indexed');
      expect(faceRows(rig.db)).to.deep.equal([]);
      expect(existsSync(rig.cropsDir)).to.equal(false);
      expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    });
  }

  it('is used for every photo that waits, although the stage is interrupted in between', async () => {
    source.analyses.clear();
    await start();
    await rig.close();
    for (const uid of ['known', 'unknown']) source.analyses.set(uid, analysisOf(uid));
    source.onAsked = () => {
      rig.indexer.wake();
    };
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'done' });
  });

  it('of a photo that cannot be read at the moment is retried after a pause, not at once', async () => {
    source.analyses.clear();
    await start();
    await rig.close();
    source.analyses.set('known', analysisOf('known'));
    const opened = source.count('open');
    source.faults.set('open', () => {
      // The next attempt would be in another second.
      rig.ahead += 2;
      return Promise.reject(new SourceError('not_found', 'The photo is gone.'));
    });
    await start();
    expect(source.count('open')).to.equal(opened + 1);
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'failed', unknown: 'waiting' });
    source.faults.clear();
    rig.ahead += 61;
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'waiting' });
  });

  it('that cannot be loaded pauses the indexer, and is requested again', async () => {
    source.fault = () => new SourceError('unreachable', 'The store is away.');
    await start();
    expect(rig.indexer.progress().state).to.equal('paused');
    source.fault = undefined;
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'waiting' });
  });
});
