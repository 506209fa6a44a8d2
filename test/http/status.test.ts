import { expect } from 'chai';
import { nothingWithheld } from '../../core/domain/withheld.ts';
import { LibraryCounts } from '../../core/store/photos/library-counts.ts';
import { statusRoutes } from '../../core/http/routes/status.ts';
import type { SourceState, Status } from '../../core/http/wire.ts';
import { Health } from '../../core/services/health.ts';
import { SourceWatch, type SourceReach } from '../../core/services/source-watch.ts';
import { accountParts, httpFrame, type AccountParts, type HttpFrame } from '../support/http-frame.ts';
import { PhotoRows } from '../support/photo-rows.ts';

describe('the public status', () => {
  let parts: AccountParts;
  let frame: HttpFrame;
  let reach: () => Promise<SourceReach>;
  let listed: number;
  let several: SourceState[];

  beforeEach(async () => {
    parts = accountParts();
    listed = 41;
    several = [];
    const health = new Health({
      counts: new LibraryCounts(parts.db),
      kept: () => nothingWithheld,
      publicly: () => ({ photos: 0, people: 0 }),
      listedPhotos: () => listed,
      progress: () => ({
        running: true,
        done: 41,
        total: 43,
        counting: true,
        rate: 2.5,
        eta: 1,
        lastSyncAt: 1_700_000_000,
      }),
      mlReady: () => true,
      source: () => new SourceWatch({ ask: () => reach() }).reach(),
    });
    frame = await httpFrame({
      routes: statusRoutes({
        health,
        sources: { states: () => Promise.resolve(several) },
        version: '1.2.3',
        demo: true,
        clock: () => 1_700_000_100,
      }),
    });
  });
  afterEach(async () => {
    await frame.stop();
    parts.close();
  });

  it('GET /api/health reports to everybody whether the photo source is reachable', async () => {
    reach = () => Promise.resolve({ reachable: true, loggedIn: true, storeId: 'never shown' } as SourceReach);
    const answer = await frame.inject({ url: '/api/health' });
    expect(answer.statusCode).to.equal(200);
    expect(answer.json()).to.deep.equal({ ok: true, locked: false, bridge: { reachable: true, loggedIn: true } });
  });

  it('GET /api/health stays ok while the source hangs', async () => {
    reach = () => new Promise(() => undefined);
    const answer = await frame.inject({ url: '/api/health' });
    expect(answer.json()).to.deep.equal({ ok: true, locked: false, bridge: { reachable: false, loggedIn: false } });
  });

  it('GET /api/status has the counts and the progress of indexing', async () => {
    reach = () => Promise.resolve({ reachable: true, loggedIn: false });
    const answer = await frame.inject({ url: '/api/status' });
    expect(answer.json()).to.deep.equal({
      version: '1.2.3',
      demo: true,
      photos: 41,
      pending: 0,
      failed: 0,
      people: 0,
      faces: 0,
      last_sync_at: 1_700_000_000,
      indexing: { running: true, done: 41, total: 43, counting: true, rate: 2.5, eta: 1 },
      ml_ready: true,
      bridge: { reachable: true, loggedIn: false },
      now: 1_700_000_100,
      stats: {
        photos: { total: 41, done: 41, pending: 0, by_status: { indexed: 41, pending: 0, failed: 0 } },
        faces: 0,
        people: 0,
      },
      indexer: { last_sync: 1_700_000_000, pending_db: 0 },
    });
  });

  it('GET /api/status reports the state of each of several photo sources', async () => {
    reach = () => Promise.resolve({ reachable: false, loggedIn: true });
    several = [
      { name: 'home', reachable: true, loggedIn: true, photos: 40 },
      { name: 'phone', reachable: false, loggedIn: true, photos: 1 },
    ];
    const { sources, bridge } = (await frame.inject({ url: '/api/status' })).json<Status>();
    expect(sources).to.deep.equal(several);
    expect(bridge).to.deep.equal({ reachable: false, loggedIn: true });
  });

  it('GET /api/status counts each photo once, also one that is shown while it is indexed again', async () => {
    reach = () => Promise.resolve({ reachable: true, loggedIn: true });
    const rows = new PhotoRows(parts.db);
    rows.add({ uid: 'well' });
    rows.add({ uid: 'never read', indexed: false });
    rows.add({ uid: 'read again' });
    rows.add({ uid: 'broken', indexed: false });
    parts.db.exec(`UPDATE photos SET state = 'pending' WHERE uid = 'read again'`);
    parts.db.exec(`UPDATE photos SET state = 'failed', error = 'The file Anna.jpg is damaged' WHERE uid = 'broken'`);
    listed = 2;
    const answer = await frame.inject({ url: '/api/status' });
    const { stats, indexer, photos } = answer.json<Status>();
    expect(photos).to.equal(2);
    expect(stats.photos).to.deep.equal({
      total: 4,
      done: 1,
      pending: 2,
      by_status: { indexed: 1, pending: 2, failed: 1 },
    });
    expect(indexer.pending_db).to.equal(2);
    expect(answer.body.toString()).not.to.include('Anna');
  });
});
