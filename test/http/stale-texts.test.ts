import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';

describe('search texts that are rebuilt after an update of the server', () => {
  let s: LibraryServer;
  beforeEach(async () => {
    s = await libraryServer();
  });
  afterEach(() => s.stop());

  const left = (): unknown => s.db.prepare('SELECT count(*) FROM stale_texts').pluck().get();
  const renew = async (isSyncDue: boolean): Promise<void> => {
    const task = s.container.resolve(inject.tasks).find(({ name }) => name === 'names');
    await task?.run(new AbortController().signal, () => isSyncDue);
  };

  it('let the next sync start, and continue after it', async () => {
    // More than one batch.
    for (let at = 0; at < 120; at += 1) s.rows.add({ uid: `p${at}` });
    s.db.exec('INSERT OR IGNORE INTO stale_texts (photo_id) SELECT id FROM photos');
    await renew(true);
    expect(left()).to.equal(70);
    await renew(true);
    expect(left()).to.equal(20);
    await renew(false);
    expect(left()).to.equal(0);
  });
});
