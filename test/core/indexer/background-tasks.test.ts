import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BackgroundTask } from '../../../core/threads/background-task.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { hang, MemorySource } from '../../support/memory-source.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { until } from '../../support/until.ts';

describe('background tasks', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let done: string[];

  const task = (name: string, run?: BackgroundTask['run']): BackgroundTask => ({
    name,
    run: async (signal, enough) => {
      const indexed = rig.photos().filter(({ state }) => state === 'indexed').length;
      done.push(`${name} ${indexed}`);
      await run?.(signal, enough);
    },
  });
  const start = async (tasks: BackgroundTask[], config = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, tasks, config });
    await rig.settle();
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    done = [];
    source = new MemorySource();
    const jpeg = await photoLikeJpeg(1, 60, 40);
    for (let index = 0; index < 6; index += 1) source.put(`p${index}`, Buffer.concat([jpeg, Buffer.from([index])]));
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('run in order after the photos are read, and again when the indexer is woken', async () => {
    await start([task('people'), task('tags')]);
    expect(done).to.deep.equal(['people 6', 'tags 6']);
    await rig.settle();
    expect(done).to.deep.equal(['people 6', 'tags 6', 'people 6', 'tags 6']);
  });

  it('do not block each other: a failed task runs again in the next round', async () => {
    await start([task('people', () => Promise.reject(new Error('no'))), task('tags')]);
    expect(done).to.deep.equal(['people 6', 'tags 6']);
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    await rig.settle();
    expect(done.slice(2)).to.deep.equal(['people 6', 'tags 6']);
  });

  it('run during a long indexing once their interval has passed', async () => {
    source.faults.set('open', async (next) => {
      rig.ahead += 60;
      return next();
    });
    await start([task('people')], { clusterInterval: 100, workers: 1 });
    expect(done.length).to.be.at.least(3);
    expect(done[0]).to.match(/people [1-4]$/);
    expect(done.at(-1)).to.equal('people 6');
  });

  it('run while the photo source is unreachable', async () => {
    source.faults.set('health', () => Promise.reject(new SourceError('unreachable', 'Away.')));
    await start([task('people')]);
    expect(done).to.deep.equal(['people 0']);
    expect(rig.indexer.progress().state).to.equal('paused');
  });

  it('stop with the indexer, which starts no further task', async () => {
    const hanging = start([task('people', hang), task('tags')]);
    await until(() => done.length > 0);
    expect(rig.indexer.progress().state).to.equal('grouping');
    await rig.indexer.stop();
    await hanging;
    expect(done).to.deep.equal(['people 6']);
  });
});
