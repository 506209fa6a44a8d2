import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { openJournalBeside } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { withScanRig, type ScanRig } from '../../support/scan-rig.ts';

const DAY = 86_400_000;

function fill(rig: ScanRig, count: number): void {
  for (let i = 0; i < count; i += 1) rig.store.put(`all/${i}.jpg`, `photo ${i}`);
}

function removeSome(rig: ScanRig, count: number): void {
  for (const path of [...rig.store.files.keys()].slice(0, count)) rig.store.remove(path);
}

/** Expects that the journal is unchanged, and that the store has this condition. */
async function expectHeld(rig: ScanRig, condition: object, breakStore: () => void): Promise<void> {
  const before = rig.timeline();
  const cursor = rig.cursor();
  breakStore();
  await rig.scan();
  expect(rig.scanner.status().condition).to.include(condition);
  expect(rig.timeline()).to.deep.equal(before);
  expect(rig.cursor()).to.equal(cursor);
}

const massDisappearance = { reachable: false, loggedIn: true, reason: 'mass_disappearance' };

describe('the guards of a scan', () => {
  it('treat an empty store as an empty mount, and continue by themselves when the photos are back', () =>
    withScanRig(async (rig) => {
      fill(rig, 3);
      await rig.scan();
      await expectHeld(rig, massDisappearance, () => (rig.store.emptied = true));
      rig.store.emptied = false;
      await rig.scan();
      expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
      expect(rig.scanner.acceptLoss(), 'nothing is left to agree to').to.equal(false);
    }));

  it('accept a new store that is empty', () =>
    withScanRig(async (rig) => {
      await rig.scan();
      expect(rig.scanner.status()).to.deep.include({ state: 'ready', condition: { reachable: true, loggedIn: true } });
    }));

  it('treat names of which none decrypts as a wrong key', () =>
    withScanRig(async (rig) => {
      fill(rig, 5);
      await rig.scan();
      await expectHeld(rig, { loggedIn: false, reason: 'wrong_key' }, () => (rig.store.namesUnreadable = true));
    }));

  it('report a wrong key if the driver does', () =>
    withScanRig(async (rig) => {
      fill(rig, 5);
      await rig.scan();
      await expectHeld(rig, { loggedIn: false, reason: 'wrong_key', detail: 'The password does not fit.' }, () => {
        rig.store.checkFails = new StoreError('wrong_key', 'The password does not fit.');
      });
    }));

  it('ignore a truncated listing', () =>
    withScanRig(async (rig) => {
      fill(rig, 50);
      await rig.scan();
      await expectHeld(rig, { reachable: false, reason: 'unreachable' }, () => {
        rig.store.put('all/new.jpg', 'new');
        rig.store.listFails = { after: 45, error: new StoreError('unreachable', 'A folder cannot be listed.') };
      });
    }));

  it('keep the photos of an unreadable folder, and apply the other changes', () =>
    withScanRig(async (rig) => {
      fill(rig, 50);
      rig.store.put('all/deep/a.jpg', 'a');
      rig.store.put('all0/b.jpg', 'b');
      await rig.scan();
      const before = rig.timeline();
      const { uid } = rig.node('all0/b.jpg');
      rig.store.unreadableFolders.add('all');
      rig.store.remove('all0/b.jpg');
      rig.store.put('new.jpg', 'new');
      await rig.scan();
      expect(rig.scanner.status().condition).to.include({ reachable: true, loggedIn: true });
      expect(rig.scanner.status().condition.detail).to.match(/^1 folders? of the store cannot be read/);
      before.delete(uid);
      before.set(rig.node('new.jpg').uid, rig.node('new.jpg').rev);
      expect(rig.timeline()).to.deep.equal(before);
    }));

  it('report a missing canary', () =>
    withScanRig(async (rig) => {
      fill(rig, 5);
      rig.store.put('here/canary.txt', 'sings');
      await rig.scan();
      expect(rig.scanner.status().condition.reachable).to.equal(true);
      await expectHeld(rig, { reachable: false, reason: 'canary_missing' }, () => {
        rig.store.remove('here/canary.txt');
      });
    }, 'here/canary.txt'));

  it('let a fifth of a store disappear without consent, and no more', () =>
    withScanRig(async (rig) => {
      fill(rig, 200);
      await rig.scan();
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 41);
      });
      rig.store.put('all/0.jpg', 'photo 0');
      await rig.scan();
      expect(rig.scanner.status().condition.reachable).to.equal(true);
      expect(rig.timeline().size).to.equal(160);
    }));

  it('add up the losses of a day, and forget them afterwards', () =>
    withScanRig(async (rig) => {
      fill(rig, 200);
      await rig.scan();
      removeSome(rig, 30);
      await rig.scan();
      expect(rig.timeline().size).to.equal(170);
      rig.clock.pass(DAY / 4);
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 25);
      });
      rig.clock.pass(DAY);
      await rig.scan();
      expect(rig.scanner.status().condition.reachable).to.equal(true);
      expect(rig.timeline().size).to.equal(145);
    }));

  it('count no losses of the future after a clock that was ahead is corrected', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      rig.clock.wall += 365 * DAY;
      removeSome(rig, 19);
      await rig.scan();
      rig.clock.wall -= 365 * DAY;
      removeSome(rig, 10);
      await rig.scan();
      expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
    }));

  it('add up the losses of a day even if an earlier one was accepted while the clock was ahead', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      rig.clock.wall += 365 * DAY;
      removeSome(rig, 40);
      await rig.scan();
      expect(rig.scanner.acceptLoss()).to.equal(true);
      await rig.scan();
      rig.clock.wall -= 365 * DAY;
      removeSome(rig, 12);
      await rig.scan();
      rig.clock.pass(DAY / 24);
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 12);
      });
    }));

  it('apply a loss once after the consent of an admin', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 60);
      });
      expect(rig.scanner.acceptLoss()).to.equal(true);
      await rig.scanner.settled();
      expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
      expect(rig.timeline().size).to.equal(40);
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 30);
      });
    }));

  it('keep the consent until new files that may be missing photos have been read', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 60);
      });
      // It seems to be growing, so it is not read yet; 50 of the missing photos have its size.
      rig.store.put('all/new.jpg', 'no photo', rig.clock.now());
      expect(rig.scanner.acceptLoss()).to.equal(true);
      await rig.scanner.settled();
      expect(rig.timeline().size).to.equal(90);
      rig.clock.pass(60_000);
      await rig.scan();
      expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
      expect(rig.timeline().size).to.equal(41);
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 30);
      });
    }));

  it('end the consent when the photos are back, even if the store then fails while new files are read', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      const full = [...rig.store.files];
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 50);
      });
      for (const [path, file] of full) rig.store.files.set(path, file);
      for (let i = 0; i < 10; i += 1) {
        rig.store.put(`new/${i}.jpg`, `new ${i}`);
        rig.store.unreadable.set(`new/${i}.jpg`, new StoreError('unreachable', 'The store is gone.'));
      }
      expect(rig.scanner.acceptLoss()).to.equal(true);
      await rig.scanner.settled();
      expect(rig.scanner.status().condition).to.include({ reachable: false, reason: 'unreachable' });
      rig.store.unreadable.clear();
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 50);
      });
    }));

  for (const [title, folder] of [
    ['come back', 'all'],
    ['are found in another folder', 'moved'],
  ] as const) {
    it(`add up the losses of a day even if the photos of an accepted loss ${title}`, () =>
      withScanRig(async (rig) => {
        fill(rig, 100);
        await rig.scan();
        removeSome(rig, 15);
        await rig.scan();
        const full = [...rig.store.files];
        await expectHeld(rig, massDisappearance, () => {
          removeSome(rig, 50);
        });
        for (const [path, file] of full.slice(0, 50)) rig.store.files.set(path.replace('all', folder), file);
        expect(rig.scanner.acceptLoss()).to.equal(true);
        await rig.scanner.settled();
        expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
        expect(rig.timeline().size).to.equal(85);
        await expectHeld(rig, massDisappearance, () => {
          removeSome(rig, 15);
        });
      }));
  }

  it('limit the consent from another process to the size of its loss', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      await expectHeld(rig, massDisappearance, () => {
        removeSome(rig, 60);
      });
      const beside = openJournalBeside(rig.folder);
      expect(beside?.acceptLoss()).to.deep.equal({ missing: 60, total: 100 });
      beside?.close();
      await expectHeld(rig, massDisappearance, () => (rig.store.emptied = true));
      rig.store.emptied = false;
      await rig.scan();
      expect(rig.timeline().size).to.equal(40);
    }));

  it('stay active across a restart', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      rig.store.emptied = true;
      await rig.restart();
      await rig.scan();
      expect(rig.scanner.status().condition).to.include(massDisappearance);
      expect(rig.timeline().size).to.equal(100);
    }));

  it('are not misled by files of the same sizes with other content', () =>
    withScanRig(async (rig) => {
      fill(rig, 100);
      await rig.scan();
      const before = rig.timeline();
      for (const path of [...rig.store.files.keys()]) {
        rig.store.put(path.replace('all', 'other'), path.replace(/\D/g, '').padStart(7, 'x'));
        rig.store.remove(path);
      }
      await rig.scan();
      expect(rig.scanner.status().condition).to.include(massDisappearance);
      for (const uid of before.keys()) expect(rig.timeline().has(uid)).to.equal(true);
    }));
});
