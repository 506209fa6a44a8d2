import { expect } from 'chai';
import { LibraryCounts } from '../../core/index-store/library-counts.ts';
import { statusRoutes } from '../../core/http/routes/status.ts';
import { Health, type SourceReach } from '../../core/services/health.ts';
import { accountParts, httpFrame, type AccountParts, type HttpFrame } from '../support/http-frame.ts';

describe('the public status', () => {
  let parts: AccountParts;
  let frame: HttpFrame;
  let reach: () => Promise<SourceReach>;

  beforeEach(async () => {
    parts = accountParts();
    const health = new Health({
      counts: new LibraryCounts(parts.db),
      listedPhotos: () => 41,
      progress: () => ({ running: true, done: 41, total: 43, rate: 2.5, eta: 1, lastSyncAt: 1_700_000_000 }),
      mlReady: () => true,
      source: () => reach(),
    });
    frame = await httpFrame({ routes: statusRoutes({ health, version: '1.2.3', demo: true }) });
  });
  afterEach(async () => {
    await frame.stop();
    parts.close();
  });

  it('GET /api/health says whether the photo source is reached, to anybody', async () => {
    reach = () => Promise.resolve({ reachable: true, loggedIn: true, storeId: 'never shown' } as SourceReach);
    const answer = await frame.inject({ url: '/api/health' });
    expect(answer.statusCode).to.equal(200);
    expect(answer.json()).to.deep.equal({ ok: true, bridge: { reachable: true, loggedIn: true } });
  });

  it('GET /api/health stays ok while the source hangs', async () => {
    reach = () => new Promise(() => undefined);
    const answer = await frame.inject({ url: '/api/health' });
    expect(answer.json()).to.deep.equal({ ok: true, bridge: { reachable: false, loggedIn: false } });
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
      indexing: { running: true, done: 41, total: 43, rate: 2.5, eta: 1 },
      ml_ready: true,
      bridge: { reachable: true, loggedIn: false },
    });
  });
});
