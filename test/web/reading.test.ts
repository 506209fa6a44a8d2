import { expect } from 'chai';
import type { Status } from '../../core/http/wire.ts';
import { isBeginning, isListing, readingOf } from '../../web/state/server/reading.ts';

const well: Status = {
  version: '1.0.0',
  demo: false,
  photos: 12,
  pending: 0,
  failed: 0,
  people: 0,
  faces: 0,
  last_sync_at: 1,
  indexing: { running: false, done: 0, total: 0, counting: false, rate: 0, eta: null },
  ml_ready: true,
  bridge: { reachable: true, loggedIn: true },
  now: 0,
  stats: {
    photos: { total: 12, done: 12, pending: 0, by_status: { indexed: 12, pending: 0, failed: 0 } },
    faces: 0,
    people: 0,
  },
  indexer: { last_sync: 1, pending_db: 0 },
};
const reading = (indexing: Partial<Status['indexing']>, pending = 488): Status => ({
  ...well,
  pending,
  indexing: { ...well.indexing, running: true, done: 3, total: 100, rate: 4, eta: 25, ...indexing },
});

describe('the progress of indexing', () => {
  it('counts the whole library, not the current run, and estimates the time for all pending photos', () => {
    expect(readingOf(reading({}))).to.deep.equal({
      what: 'photos',
      done: 12,
      total: 500,
      isAtLeast: false,
      eta: 122,
    });
  });

  it('has neither a final total nor a remaining time while the photo store is being listed', () => {
    expect(readingOf(reading({ counting: true }))).to.include({ total: 500, isAtLeast: true, eta: null });
    expect(readingOf(reading({ counting: true, running: false }))).to.include({ done: 12, isAtLeast: true });
  });

  it('shows the analysis of people and things once all photos are indexed', () => {
    expect(readingOf(reading({}, 0))).to.include({ what: 'understanding', done: 3, total: 100, eta: 25 });
  });

  it('is null while nothing is indexed: all is done, or the photo store is unreachable', () => {
    expect(readingOf(null)).to.equal(null);
    expect(readingOf(well)).to.equal(null);
    expect(readingOf(reading({ running: false }))).to.equal(null);
    const away = { ...reading({ running: false, counting: true }), bridge: { reachable: false, loggedIn: false } };
    expect(readingOf(away)).to.equal(null);
  });

  it('begins with listing the photo store, unless it is unreachable', () => {
    expect(isListing({ ...well, last_sync_at: null })).to.equal(true);
    expect(isListing({ ...well, indexing: { ...well.indexing, counting: true } })).to.equal(true);
    expect(isListing(well)).to.equal(false);
    expect(isListing({ ...well, last_sync_at: null, bridge: { reachable: false, loggedIn: false } })).to.equal(false);
  });

  it('counts as a beginning until half of the photos are indexed', () => {
    expect(isBeginning(readingOf(reading({}, 13))!)).to.equal(true);
    expect(isBeginning(readingOf(reading({}, 12))!)).to.equal(false);
    expect(isBeginning(readingOf(reading({ counting: true }, 1))!)).to.equal(true);
    expect(isBeginning(readingOf(reading({}, 0))!)).to.equal(false);
  });
});
