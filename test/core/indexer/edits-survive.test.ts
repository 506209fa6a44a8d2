import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { noDecision, type DecidableFacts, type PhotoDecision } from '../../../core/domain/photo-edit.ts';
import { transactOn } from '../../../core/store/transact.ts';
import { EditedFacts, type DecisionChange } from '../../../core/store/photos/edited-facts.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { isLongRun } from '../../support/long-run.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { seededRandom } from '../../support/seed.ts';
import { smallPhotos } from '../../support/small-photos.ts';

const rounds = isLongRun ? 400 : 12;
const places = [
  { lat: 38.7223, lng: -9.1393 },
  { lat: 52.52, lng: 13.405 },
  { lat: 40.7128, lng: -74.006 },
] as const;

describe('users’ edits of photos', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let bytes: Buffer[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    bytes = [...(await smallPhotos(6)).values()];
    rig = opened(join(folder, 'data'));
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const opened = (at: string, model = '1'): IndexerRig => {
    const ml = new ColourModels();
    ml.install(model);
    return new IndexerRig({ folder: at, source, ml });
  };
  const decide = (uid: string, change: DecisionChange): void => {
    const { id } = rig.photo(uid);
    transactOn(rig.db)(() => new EditedFacts(rig.db).decide(id, change, rig.now()));
  };
  const decisionOf = (uid: string): PhotoDecision =>
    new EditedFacts(rig.db).of(rig.photo(uid).id)?.decision ?? noDecision;
  const counted = (of: IndexerRig, uid: string): DecidableFacts => {
    const facts = new EditedFacts(of.db).counted(of.photo(uid).id);
    return facts ?? expect.fail('It is not there.');
  };

  it('survive new metadata from the store, which applies once the edits are undone', async () => {
    source.put('a', bytes[0]!, { caption: 'Old', captureTime: 1_600_000_000, captureTimeSource: 'upstream' });
    await rig.settle();
    decide('a', { caption: 'Mine', takenAtLocal: '1999-12-31T23:59:59', ...places[0] });
    source.put('a', bytes[0]!, {
      caption: 'New',
      captureTime: 1_650_000_000,
      captureTimeSource: 'upstream',
      name: 'b.jpg',
    });
    await rig.settle();
    expect(rig.photo('a')).to.include({
      caption: 'Mine',
      taken_at_local: '1999-12-31T23:59:59',
      name: 'b.jpg',
      ...places[0],
    });
    decide('a', { ...noDecision });
    expect(rig.photo('a')).to.include({ caption: 'New', taken_at: 1_650_000_000, lat: null });
  });

  it('survive new content, including the rotation', async () => {
    source.put('a', bytes[0]!);
    await rig.settle();
    decide('a', { caption: 'Mine', rotation: 90 });
    const { thumb_revision } = rig.photo('a');
    source.put('a', bytes[1]!);
    await rig.settle();
    expect(rig.photo('a')).to.include({ caption: 'Mine', turned: 90, width: 64, height: 48 });
    expect(rig.photo('a').thumb_revision).to.be.above(thumb_revision);
  });

  it('are merged when a photo turns out to have moved, with priority for the edits of the old record', async () => {
    for (const [at, uid] of ['old', 'new'].entries()) source.put(uid, bytes[at]!);
    await rig.settle();
    decide('old', { caption: 'Mine', rotation: 180 });
    decide('new', { takenAtLocal: '2001-01-01T00:00:00', caption: 'Not this one', ...places[1] });
    const [from, to] = [rig.photo('new').id, rig.photo('old').id];
    transactOn(rig.db)(() => {
      new EditedFacts(rig.db).followPhoto({ from, to });
    });
    expect(rig.photo('old')).to.include({
      caption: 'Mine',
      taken_at_local: '2001-01-01T00:00:00',
      turned: 180,
      ...places[1],
    });
    decide('old', noDecision);
    expect(rig.photo('old')).to.include({ caption: null, taken_at: 1_600_000_001, lat: null, turned: 0 });
  });

  it('survive any sequence of edits, syncs, moves, restarts and restores', async () => {
    const random = seededRandom();
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    /** By the number of the content, which a photo keeps when it moves. */
    let model = new Map<number, PhotoDecision>();
    let snapshot = model;
    const uids = new Map<number, string>();
    let names = 0;
    const put = (at: number): void => {
      const facts = {
        caption: pick([null, 'By the store']),
        location: pick([null, ...places]),
        captureTime: 1_500_000_000 + Math.floor(random() * 1e8),
        captureTimeSource: pick(['upstream', 'mtime'] as const),
      };
      source.put(uids.get(at)!, bytes[at]!, facts);
    };
    for (const at of bytes.keys()) {
      uids.set(at, `photo-${at}`);
      put(at);
    }
    await rig.settle();
    const copy = join(folder, 'copy');
    copyIndex(rig, copy);

    const steps: Record<string, () => Promise<void> | void> = {
      edit: () => {
        const at = pick([...uids.keys()]);
        const change = pick<DecisionChange>([
          { caption: pick(['Mine', '', null]) },
          {
            takenAtLocal: pick(['2024-03-31T02:30:00', '1980-07-01T12:00:00']),
            zone: pick([null, 'Asia/Tokyo', '+02:00']),
          },
          { takenAtLocal: null, zone: null },
          { ...pick(places), placeId: null, noPlace: false },
          { lat: null, lng: null, placeId: null, noPlace: pick([true, false]) },
          { rotation: pick([0, 90, 180, 270]) },
        ]);
        decide(uids.get(at)!, change);
        model = new Map(model).set(at, { ...(model.get(at) ?? noDecision), ...change });
      },
      describe: async () => {
        put(pick([...uids.keys()]));
        if (random() < 0.5) await rig.settle();
      },
      move: async () => {
        const at = pick([...uids.keys()]);
        source.remove(uids.get(at)!);
        uids.set(at, `moved-${(names += 1)}`);
        put(at);
        await rig.settle();
      },
      readAll: async () => {
        source.expireCursors();
        await rig.settle();
      },
      restart: async () => {
        // Interrupts the work that is in progress.
        rig.indexer.wake();
        await rig.close();
        rig = opened(join(folder, 'data'), pick(['1', '2']));
        if (random() < 0.5) await rig.settle();
      },
      takeCopy: () => {
        copyIndex(rig, copy);
        snapshot = model;
      },
      restore: async () => {
        await rig.close();
        for (const file of ['', '-wal', '-shm']) rmSync(join(folder, `data/index.sqlite3${file}`), { force: true });
        copyFileSync(copy, join(folder, 'data/index.sqlite3'));
        rig = opened(join(folder, 'data'));
        model = snapshot;
        await rig.settle();
      },
    };
    const often = ['edit', 'edit', 'edit', 'describe', 'describe', 'move', 'readAll', 'restart', 'takeCopy', 'restore'];
    const done: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const step = pick(often);
      done.push(step);
      // After a move, a photo has its new uid in the index only once it is synced.
      if (step === 'edit') await rig.settle();
      await steps[step]!();
    }
    await rig.settle();
    source.expireCursors();
    await rig.settle();

    const fresh = opened(join(folder, 'fresh'));
    try {
      await fresh.settle();
      for (const [at, uid] of uids) {
        const wanted = model.get(at) ?? noDecision;
        expect(decisionOf(uid), `${uid} after ${done.join(', ')}`).to.deep.equal(wanted);
        const counts = counted(rig, uid);
        if (wanted.takenAtLocal !== null) expect(counts.takenAtLocal).to.equal(wanted.takenAtLocal);
        if (wanted.caption !== null) expect(counts.caption).to.equal(wanted.caption || null);
        if (wanted.lat !== null) expect(counts).to.include({ lat: wanted.lat, lng: wanted.lng });
        if (wanted.noPlace) expect(counts).to.include({ lat: null, lng: null, placeId: null });
        expect(rig.photo(uid)).to.include({ turned: wanted.rotation, width: 64, height: 48 });
        // Once every edit is undone, the facts are the same as in an index that never had any.
        decide(uid, noDecision);
        const place = rig.photo(uid).place;
        expect({ ...counted(rig, uid), placeId: place }, uid).to.deep.equal({
          ...counted(fresh, uid),
          placeId: fresh.photo(uid).place,
        });
      }
      expect(rig.db.prepare('SELECT count(*) AS edits FROM photo_edits').get()).to.deep.equal({ edits: 0 });
    } finally {
      await fresh.close();
    }
  });
});

function copyIndex(rig: IndexerRig, to: string): void {
  rmSync(to, { force: true });
  rig.db.prepare('VACUUM INTO ?').run(to);
}
