import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { MlError } from '../../../core/plugin-api/index.ts';
import { PhotoLabels } from '../../../core/store/photos/photo-labels.ts';
import { TextIndex } from '../../../core/store/photos/text-index.ts';
import { TextLines } from '../../../core/store/photos/text-lines.ts';
import { IdSet } from '../../../core/plugin-api/toolkit/id-set.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { ReadingModels } from '../../support/reading-models.ts';

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 100, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the recognition of labels and text', () => {
  let folder: string;
  let source: MemorySource;
  let models: ReadingModels;
  let rig: IndexerRig;
  /** The events in order: background tasks, and photos whose text was read. */
  let order: string[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ReadingModels();
    order = [];
    source.put('red', await plain('#c00000'));
    source.put('blue', await plain('#0000c0'));
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<void> => {
    const grouping = {
      name: 'grouping',
      run: () => {
        order.push('grouped', ...models.read.splice(0).map((read) => `read before: ${read}`));
        return Promise.resolve();
      },
    };
    rig = new IndexerRig({ folder, source, ml: models, tasks: [grouping] });
    rig.stopClock();
    await rig.settle();
  };
  const shown = (uid: string): string[] =>
    new PhotoLabels(rig.db).shown(rig.photo(uid).id).map(({ label, score }) => `${label} ${score}`);
  const written = (uid: string): string[] => new TextLines(rig.db).shown(rig.photo(uid).id).map(({ text }) => text);
  const haveWords = async (word: string): Promise<string[]> => {
    const all = IdSet.of(rig.photos().map(({ id }) => id));
    const terms = [{ words: [word], phrase: false, prefix: false }];
    const hits = await new TextIndex(rig.db).find(terms, all, new AbortController().signal);
    return hits.map(({ id }) => rig.photos().find((photo) => photo.id === id)!.uid);
  };

  it('stores labels with their scores, and shows only the confident ones', async () => {
    models.installReading('1');
    await start();
    expect(shown('red')).to.deep.equal(['red 0.9']);
    const found = await new PhotoLabels(rig.db).find(
      { labels: ['red'], least: 0.35 },
      IdSet.of(rig.photos().map(({ id }) => id)),
      10,
      new AbortController().signal,
    );
    expect(found).to.deep.equal([
      { id: rig.photo('red').id, score: 0.9 },
      { id: rig.photo('blue').id, score: 0.4 },
    ]);
    expect(rig.db.prepare('SELECT people_seen FROM analyses ORDER BY people_seen').pluck().all()).to.deep.equal([0, 1]);
  });

  it('reads text after grouping, from a picture of the size that the model prefers', async () => {
    models.installReading('1');
    await start();
    expect(order).to.deep.equal(['grouped']);
    expect([...models.read].sort()).to.deep.equal(['blue 100', 'red 100']);
    expect(written('red')).to.deep.equal(['RED SIGN']);
    expect(written('blue')).to.deep.equal([]);
  });

  it('finds photos by confident and by less confident words in them, but not by guesses', async () => {
    models.installReading('1');
    await start();
    expect(await haveWords('sign')).to.deep.equal(['red']);
    expect(await haveWords('garbled')).to.deep.equal(['red']);
    expect(await haveWords('nothing')).to.deep.equal([]);
  });

  it('analyses photos only for labels when a label model is installed later', async () => {
    models.install('1');
    await start();
    expect(shown('red')).to.deep.equal([]);
    const seen = models.seen.length;
    const settled = rig.indexer.settled();
    models.installReading('1');
    await settled;
    expect(shown('red')).to.deep.equal(['red 0.9']);
    expect(models.seen, 'pictures in which faces were looked for').to.have.length(seen);
  });

  it('reads no text twice, but all text again with another model', async () => {
    models.installReading('1', { labels: false });
    await start();
    await rig.settle();
    expect(models.read.length + order.filter((step) => step.startsWith('read')).length).to.equal(2);
    const settled = rig.indexer.settled();
    models.installReading('2', { labels: false });
    await settled;
    expect(rig.db.prepare('SELECT DISTINCT text_by FROM analyses').pluck().all()).to.deep.equal(['reader@2']);
  });

  it('retries a photo whose text could not be read, but no longer once the photo is gone', async () => {
    models.installReading('1');
    models.failures = 3;
    await start();
    expect(written('red')).to.deep.equal([]);
    for (let tries = 0; tries < 2; tries += 1) {
      rig.ahead += 30 * 86_400;
      await rig.settle();
    }
    expect(written('red')).to.deep.equal(['RED SIGN']);
    models.failures = Infinity;
    source.put('red', await plain('#d00000'));
    await rig.settle();
    const lines = new TextLines(rig.db);
    expect(lines.nextRetryAt()).to.be.greaterThan(rig.now());
    source.remove('red');
    await rig.settle();
    expect(lines.nextRetryAt()).to.equal(undefined);
    expect(lines.dueCount(rig.now() + 365 * 86_400)).to.equal(0);
  });

  it('ends a round after many failures in a row', async () => {
    for (let i = 0; i < 60; i += 1) source.put(`photo-${i}`, await plain(`rgb(${i + 1}, 0, 0)`));
    models.installReading('1');
    models.failures = Infinity;
    await start();
    const tried = rig.db.prepare('SELECT count(*) FROM analyses WHERE text_attempts > 0').pluck().get();
    expect(tried).to.be.within(20, 25);
  });

  it('leaves photos waiting while the model is unavailable, and reads them afterwards', async () => {
    models.installReading('1');
    const read = models.readText.bind(models);
    models.readText = () => Promise.reject(new MlError('unavailable', 'The reader is off.'));
    await start();
    const failed = (): unknown => rig.db.prepare('SELECT count(*) FROM analyses WHERE text_attempts > 0').pluck().get();
    expect(failed()).to.equal(0);
    expect(rig.indexer.progress().modelsAway).to.include({ message: 'The reader is off.' });
    expect(shown('red')).to.deep.equal(['red 0.9']);
    models.readText = read;
    rig.ahead += 6;
    await rig.settle();
    expect(written('red')).to.deep.equal(['RED SIGN']);
  });

  it('removes the text of a photo when its content changes, and reads it again', async () => {
    models.installReading('1');
    await start();
    expect(written('red')).to.deep.equal(['RED SIGN']);
    models.failures = 10;
    source.put('red', await plain('#0000d0'));
    await rig.settle();
    expect(await haveWords('sign'), 'before it was read anew').to.deep.equal([]);
    models.failures = 0;
    rig.ahead += 30 * 86_400;
    await rig.settle();
    expect(written('red')).to.deep.equal([]);
    expect(shown('red')).to.deep.equal(['blue 0.9']);
    expect(await haveWords('sign')).to.deep.equal([]);
  });
});
