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

describe('how far reading is', () => {
  it('counts the library, not the run that reads a part of it, and the time for all that waits', () => {
    expect(readingOf(reading({}))).to.deep.equal({
      what: 'photos',
      done: 12,
      total: 500,
      isAtLeast: false,
      eta: 122,
    });
  });

  it('knows neither an end nor a time while the photo store is being listed', () => {
    expect(readingOf(reading({ counting: true }))).to.include({ total: 500, isAtLeast: true, eta: null });
    expect(readingOf(reading({ counting: true, running: false }))).to.include({ done: 12, isAtLeast: true });
  });

  it('tells of people and things when all photos are read', () => {
    expect(readingOf(reading({}, 0))).to.include({ what: 'understanding', done: 3, total: 100, eta: 25 });
  });

  it('is nothing while nothing is read: all is done, or the photo store is away', () => {
    expect(readingOf(null)).to.equal(null);
    expect(readingOf(well)).to.equal(null);
    expect(readingOf(reading({ running: false }))).to.equal(null);
    const away = { ...reading({ running: false, counting: true }), bridge: { reachable: false, loggedIn: false } };
    expect(readingOf(away)).to.equal(null);
  });

  it('begins with the listing of the photo store, unless it is away', () => {
    expect(isListing({ ...well, last_sync_at: null })).to.equal(true);
    expect(isListing({ ...well, indexing: { ...well.indexing, counting: true } })).to.equal(true);
    expect(isListing(well)).to.equal(false);
    expect(isListing({ ...well, last_sync_at: null, bridge: { reachable: false, loggedIn: false } })).to.equal(false);
  });

  it('is a beginning until half of it is read', () => {
    expect(isBeginning(readingOf(reading({}, 13))!)).to.equal(true);
    expect(isBeginning(readingOf(reading({}, 12))!)).to.equal(false);
    expect(isBeginning(readingOf(reading({ counting: true }, 1))!)).to.equal(true);
    expect(isBeginning(readingOf(reading({}, 0))!)).to.equal(false);
  });
});
