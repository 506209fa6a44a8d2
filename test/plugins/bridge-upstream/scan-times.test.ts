import { mock } from 'node:test';
import { expect } from 'chai';
import type { ListingReport, StoreEntry } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { ChangingStore } from '../../support/changing-store.ts';
import { ScanRig } from '../../support/scan-rig.ts';

describe('a store that takes a second to list', () => {
  const now = performance.now.bind(performance);
  let time: number;
  let rig: ScanRig<SlowStore>;

  class SlowStore extends ChangingStore {
    listings = 0;

    override async *list(report: ListingReport, signal: AbortSignal): AsyncGenerator<StoreEntry> {
      this.listings += 1;
      yield* super.list(report, signal);
      time += 1000;
    }
  }

  /** Lets time pass, and waits for a scan that is then due. */
  const pass = async (milliseconds: number): Promise<void> => {
    time += milliseconds;
    mock.timers.tick(milliseconds);
    await rig.scanner.settled();
  };

  beforeEach(() => {
    time = 0;
    performance.now = () => time;
    mock.timers.enable({ apis: ['setTimeout'] });
    rig = new ScanRig(new SlowStore());
  });

  afterEach(async () => {
    await rig.close();
    mock.timers.reset();
    performance.now = now;
  });

  it('is scanned no later for a file that is being written if another one is found changed meanwhile', async () => {
    rig.store.put('a.jpg', 'half', rig.clock.wall);
    await rig.scan();
    await pass(4000);
    rig.scanner.noteChange();
    await pass(900);
    expect(rig.store.listings).to.equal(1);
    await pass(200);
    expect(rig.store.listings).to.equal(2);
    // Nor does that count as a check of the file: the next one follows after twice the time, not four times.
    await pass(10_100);
    expect(rig.store.listings).to.equal(3);
  });

  it('is listed ten seconds after the last listing if a file is found changed', async () => {
    await rig.scan();
    await pass(4000);
    rig.scanner.noteChange();
    await pass(5900);
    expect(rig.store.listings).to.equal(1);
    await pass(200);
    expect(rig.store.listings).to.equal(2);
  });

  it('is listed twenty seconds after the last listing if a photo was missing then, since it was listed twice', async () => {
    for (const path of ['a.jpg', 'b.jpg', 'c.jpg']) rig.store.put(path, path);
    await rig.scan();
    rig.store.remove('a.jpg');
    await rig.scan();
    expect([rig.store.listings, rig.timeline().size]).to.deep.equal([3, 2]);
    rig.scanner.noteChange();
    await pass(19_900);
    expect(rig.store.listings).to.equal(3);
    await pass(200);
    expect(rig.store.listings).to.equal(4);
  });
});
