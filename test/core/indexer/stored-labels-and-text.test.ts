import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { StoredAnalysis } from '../../../core/plugin-api/photo-source.ts';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { PhotoLabels } from '../../../core/store/photos/photo-labels.ts';
import { TextIndex } from '../../../core/store/photos/text-index.ts';
import { TextLines } from '../../../core/store/photos/text-lines.ts';
import { AnalysedSource } from '../../support/analysed-source.ts';
import { analysisStates } from '../../support/analysis-rows.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { sha1Of } from '../../support/memory-source.ts';
import { ReadingModels } from '../../support/reading-models.ts';

const box = { x: 0.1, y: 0.2, w: 0.3, h: 0.4 };

describe('stored labels and texts', () => {
  let folder: string;
  let source: AnalysedSource;
  let models: ReadingModels;
  let rig: IndexerRig;

  const analysisOf = (uid: string): StoredAnalysis => ({
    sha1: sha1Of(source.photos.get(uid)!.bytes),
    faces: null,
    image: null,
    labels: {
      model: { id: 'things', version: '1', confidence: { search: 0.35, show: 0.6 } },
      found: [
        { label: 'dog', score: 0.9, box },
        { label: 'beach', score: 0.4, box: null },
        { label: 'ghost', score: 0.2, box: null },
      ],
      people: 3,
    },
    text: {
      model: { id: 'reader', version: '1', confidence: { search: 0.6, show: 0.85 } },
      lines: [
        { text: 'PLATFORM 9', score: 0.95, box },
        { text: 'smudged', score: 0.7, box },
        { text: 'imagined', score: 0.3, box },
      ],
    },
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new AnalysedSource();
    models = new ReadingModels();
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
  const install = async (parts: { labels?: boolean; text?: boolean }, version = '1'): Promise<void> => {
    const settled = rig.indexer.settled();
    models.installReading(version, parts);
    await settled;
  };
  const shown = (uid = 'known'): string[] =>
    new PhotoLabels(rig.db).shown(rig.photo(uid).id).map(({ label, score }) => `${label} ${score}`);
  const kept = (): unknown[] => rig.db.prepare('SELECT name FROM labels ORDER BY id').pluck().all();
  const written = (uid = 'known'): string[] => new TextLines(rig.db).shown(rig.photo(uid).id).map(({ text }) => text);
  const haveWord = async (word: string): Promise<string[]> => {
    const all = IdSet.of(rig.photos().map(({ id }) => id));
    const terms = [{ words: [word], phrase: false, prefix: false }];
    const hits = await new TextIndex(rig.db).find(terms, all, new AbortController().signal);
    return hits.map(({ id }) => rig.photos().find((photo) => photo.id === id)!.uid);
  };

  it('are used if no model is installed', async () => {
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'waiting' });
    expect(shown()).to.deep.equal(['dog 0.9']);
    expect(written()).to.deep.equal(['PLATFORM 9']);
    expect(await haveWord('platform')).to.deep.equal(['known']);
    expect(await haveWord('smudged')).to.deep.equal(['known']);
    const people = rig.db.prepare('SELECT people_seen FROM analyses WHERE photo_id = ?').pluck();
    expect(people.get(rig.photo('known').id)).to.equal(3);
  });

  it('are not stored if the confidence of their model is too low', async () => {
    await start();
    expect(kept()).to.deep.equal(['dog', 'beach']);
    expect(await haveWord('imagined')).to.deep.equal([]);
  });

  it('are used beside models for other things', async () => {
    models.install('1');
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'done', unknown: 'done' });
    expect(models.seen, 'pictures in which faces were looked for').to.have.length(2);
    expect(shown()).to.deep.equal(['dog 0.9']);
    expect(written()).to.deep.equal(['PLATFORM 9']);
  });

  it('are used only for a missing model: labels come from the installed one, text from the source', async () => {
    models.installReading('1', { text: false });
    await start();
    expect(shown()).to.deep.equal(['red 0.9']);
    expect(written()).to.deep.equal(['PLATFORM 9']);
    expect(models.read).to.deep.equal([]);
  });

  it('are replaced by a label model that is installed later, even by the one that found them', async () => {
    await start();
    await install({ text: false });
    expect(shown()).to.deep.equal(['red 0.9']);
    expect(shown('unknown')).to.deep.equal(['red 0.9']);
    expect(written(), 'what no model reads anew').to.deep.equal(['PLATFORM 9']);
  });

  it('are replaced by another text model that is installed later, which reads the text again', async () => {
    await start();
    await install({}, '2');
    expect(written()).to.deep.equal(['RED SIGN']);
    expect(await haveWord('platform')).to.deep.equal([]);
    expect(await haveWord('sign')).to.have.members(['known', 'unknown']);
  });

  it('do not replace the results of a model that is no longer installed', async () => {
    models.installReading('1');
    await start();
    rig.db.prepare("UPDATE analyses SET state = 'waiting'").run();
    await rig.close();
    models = new ReadingModels();
    source.asked.length = 0;
    await start();
    expect(source.asked).to.include('known');
    expect([shown(), written()]).to.deep.equal([['red 0.9'], ['RED SIGN']]);
  });

  it('are deleted with the content to which they belong', async () => {
    await start();
    source.put('known', Buffer.concat([source.photos.get('known')!.bytes, Buffer.from('changed')]));
    await rig.settle();
    expect(analysisStates(rig.db)['known']).to.equal('waiting');
    expect([shown(), written()]).to.deep.equal([[], []]);
    expect(await haveWord('platform')).to.deep.equal([]);
  });

  it('are ignored if they are invalid: the photo waits as if there were none', async () => {
    const good = analysisOf('known');
    const [dog] = good.labels!.found;
    source.analyses.set('known', {
      ...good,
      labels: { ...good.labels!, found: [dog!, { ...dog!, score: Number.NaN }] },
    });
    await start();
    expect(analysisStates(rig.db)).to.deep.equal({ known: 'waiting', unknown: 'waiting' });
    expect([kept(), written()]).to.deep.equal([[], []]);
  });
});
