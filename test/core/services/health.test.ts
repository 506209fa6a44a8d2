import { expect } from 'chai';
import { LibraryCounts } from '../../../core/store/photos/library-counts.ts';
import { Health, type SourceReach } from '../../../core/services/health.ts';
import { accountParts, type AccountParts } from '../../support/http-frame.ts';

describe('health', () => {
  let parts: AccountParts;

  before(() => {
    parts = accountParts();
  });
  after(() => {
    parts.close();
  });

  const healthOf = (source: (options: { signal: AbortSignal }) => Promise<SourceReach>): Health =>
    new Health({
      counts: new LibraryCounts(parts.db),
      listedPhotos: () => 3,
      progress: () => ({ running: false, done: 0, total: 0, counting: false, rate: 0, eta: null, lastSyncAt: null }),
      mlReady: () => false,
      source,
    });

  it('tells what the source says, and asks it once in a few seconds', async () => {
    let asked = 0;
    const health = healthOf(() => {
      asked++;
      return Promise.resolve({ reachable: true, loggedIn: false });
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => health.source()));
    answers.push(await health.source());
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).to.deep.equal(
      new Set([JSON.stringify({ reachable: true, loggedIn: false })]),
    );
    expect(asked).to.equal(1);
  });

  it('tells how the source is now also when nobody has asked for long', async () => {
    let reachable = true;
    const health = healthOf(() => Promise.resolve({ reachable, loggedIn: true }));
    expect(await health.source()).to.include({ reachable: true });
    reachable = false;
    await new Promise((resolve) => setTimeout(resolve, 5100));
    expect(await health.source()).to.include({ reachable: false });
  });

  it('answers before a source that hangs and heeds no signal is given up', async () => {
    let asked: AbortSignal | undefined;
    const health = healthOf(({ signal }) => {
      asked = signal;
      return new Promise(() => undefined);
    });
    expect(await health.source()).to.deep.equal({ reachable: false, loggedIn: false });
    expect(asked?.aborted).to.equal(false);
  });

  it('says unreachable when the source fails', async () => {
    const health = healthOf(() => Promise.reject(new Error('refused')));
    expect(await health.source()).to.deep.equal({ reachable: false, loggedIn: false });
  });

  it('counts what waits and what failed, without what is deleted', async () => {
    const insert = parts.db.prepare(
      `INSERT INTO photos (uid, rev, kind, taken_at, taken_at_local, added_at, state, indexed_at, deleted_at)
       VALUES (?, '1', 'image', 0, '1970-01-01T00:00:00', 0, ?, ?, ?)`,
    );
    insert.run('a', 'indexed', 1, null);
    insert.run('b', 'pending', null, null);
    insert.run('c', 'pending', null, null);
    insert.run('d', 'failed', null, null);
    insert.run('e', 'failed', null, 5);
    const health = healthOf(() => Promise.resolve({ reachable: true, loggedIn: true }));
    expect(await health.status()).to.include({ photos: 3, pending: 2, failed: 1, people: 0, faces: 0, mlReady: false });
  });
});
