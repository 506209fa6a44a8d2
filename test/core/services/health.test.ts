import { expect } from 'chai';
import { nothingWithheld } from '../../../core/domain/withheld.ts';
import { LibraryCounts } from '../../../core/store/photos/library-counts.ts';
import { Health } from '../../../core/services/health.ts';
import { accountParts, type AccountParts } from '../../support/http-frame.ts';

describe('health', () => {
  let parts: AccountParts;

  before(() => {
    parts = accountParts();
  });
  after(() => {
    parts.close();
  });

  it('counts pending and failed photos, without deleted ones', async () => {
    const insert = parts.db.prepare(
      `INSERT INTO photos (uid, rev, kind, taken_at, taken_at_local, added_at, state, indexed_at, deleted_at)
       VALUES (?, '1', 'image', 0, '1970-01-01T00:00:00', 0, ?, ?, ?)`,
    );
    insert.run('a', 'indexed', 1, null);
    insert.run('b', 'pending', null, null);
    insert.run('c', 'pending', null, null);
    insert.run('d', 'failed', null, null);
    insert.run('e', 'failed', null, 5);
    const health = new Health({
      counts: new LibraryCounts(parts.db),
      kept: () => nothingWithheld,
      publicly: () => ({ photos: 0, people: 0 }),
      listedPhotos: () => 3,
      progress: () => ({ running: false, done: 0, total: 0, counting: false, rate: 0, eta: null, lastSyncAt: null }),
      mlReady: () => false,
      source: () => Promise.resolve({ reachable: true, loggedIn: true }),
    });
    expect(await health.status()).to.include({ photos: 3, pending: 2, failed: 1, people: 0, faces: 0, mlReady: false });
  });
});
