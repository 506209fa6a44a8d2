import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Driver, ListingReport, StoreEntry } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createFolderDriver } from '../../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { ScanRig } from '../../support/scan-rig.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** A folder in which a test makes changes after a file was listed, or before one is read. */
class BusyFolder implements Driver {
  readonly name = 'folder';
  readonly fingerprint = 'folder';
  readonly bridgeSecret = (): Promise<null> => Promise.resolve(null);
  readonly #driver: Driver;
  meanwhile: ((path: string) => void) | undefined;
  beforeRead: ((path: string) => void) | undefined;
  listings = 0;

  constructor(root: string) {
    this.#driver = createFolderDriver({ root });
  }

  check: Driver['check'] = (signal) => this.#driver.check(signal);
  stat: Driver['stat'] = (handle, signal) => this.#driver.stat(handle, signal);

  read: Driver['read'] = (handle, range, signal) => {
    this.beforeRead?.(handle);
    return this.#driver.read(handle, range, signal);
  };

  async *list(report: ListingReport, signal: AbortSignal): AsyncGenerator<StoreEntry> {
    this.listings += 1;
    for await (const entry of this.#driver.list(report, signal)) {
      yield entry;
      this.meanwhile?.(entry.path);
    }
  }
}

function put(root: string, path: string, content = `bytes of ${path}`): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), 1_500_000_000, 1_500_000_000);
}

describe('a store that changes while it is listed', () => {
  const inFolder = (use: (root: string, store: BusyFolder, rig: ScanRig<BusyFolder>) => Promise<void>) =>
    withTempFolder(async (root) => {
      for (const path of ['first.jpg', 'trip/a.jpg', 'trip/b.jpg', 'trip/day two/c.jpg']) put(root, path);
      const store = new BusyFolder(root);
      const rig = new ScanRig(store);
      try {
        await rig.scan();
        await use(root, store, rig);
      } finally {
        await rig.close();
      }
    });

  it('keeps the photos of a folder that is moved during the listing', () =>
    inFolder(async (root, store, rig) => {
      const before = rig.timeline();
      const cursor = rig.cursor();
      store.meanwhile = () => {
        store.meanwhile = undefined;
        renameSync(join(root, 'trip'), join(root, 'journey'));
      };
      await rig.scan();
      expect(rig.timeline()).to.deep.equal(before);
      expect([...rig.nodes().keys()]).to.have.members([
        'first.jpg',
        'journey/a.jpg',
        'journey/b.jpg',
        'journey/day two/c.jpg',
      ]);
      expect(rig.changes(cursor).filter(({ kind, type }) => kind === 'photo' && type === 'delete')).to.deep.equal([]);
    }));

  it('keeps the photos of a folder that is moved to a place that was already listed', () =>
    inFolder(async (root, store, rig) => {
      for (const path of ['one/x.jpg', 'two/y.jpg']) put(root, path);
      for (const folder of ['one', 'two']) put(root, `${folder}/sub/z.jpg`, `z of ${folder}`);
      await rig.scan();
      const before = rig.timeline();
      const cursor = rig.cursor();
      store.meanwhile = (path) => {
        if (path !== 'one/x.jpg' && path !== 'two/y.jpg') return;
        store.meanwhile = undefined;
        const [listed, unlisted] = path.startsWith('one/') ? ['one', 'two'] : ['two', 'one'];
        renameSync(join(root, unlisted, 'sub'), join(root, listed, 'moved'));
      };
      await rig.scan();
      expect(rig.timeline(), 'in neither place, as the listing saw it').to.deep.equal(before);
      await rig.scan();
      expect(rig.timeline()).to.deep.equal(before);
      expect([...rig.nodes().keys()].filter((path) => path.includes('/moved/'))).to.have.length(1);
      expect(rig.changes(cursor).filter(({ kind, type }) => kind === 'photo' && type === 'delete')).to.deep.equal([]);
    }));

  it('keeps a photo that is renamed twice, the second time before it was read', () =>
    inFolder(async (root, store, rig) => {
      const { uid } = rig.node('trip/a.jpg');
      renameSync(join(root, 'trip/a.jpg'), join(root, 'trip/new.jpg'));
      store.beforeRead = (path) => {
        if (path === 'trip/new.jpg') renameSync(join(root, path), join(root, 'trip/newer.jpg'));
      };
      await rig.scan();
      expect(rig.timeline().has(uid)).to.equal(true);
      await rig.scan();
      expect(rig.node('trip/newer.jpg').uid).to.equal(uid);
    }));

  it('removes deleted photos while others are added', () =>
    inFolder(async (root, store, rig) => {
      rmSync(join(root, 'trip/a.jpg'));
      store.meanwhile = () => {
        store.meanwhile = undefined;
        put(root, 'added.jpg', 'many more bytes than the other files have');
      };
      await rig.scan();
      expect([...rig.nodes().keys()]).to.have.members(['first.jpg', 'trip/b.jpg', 'trip/day two/c.jpg']);
    }));

  it('is soon scanned again automatically if a missing photo may have moved', () =>
    inFolder(async (root, store, rig) => {
      rig.clock.now = Date.now;
      rig.clock.monotonic = () => performance.now();
      // This scan notices that the clock was set; after that, new files wait once.
      await rig.scan();
      const { uid } = rig.node('trip/a.jpg');
      renameSync(join(root, 'trip/a.jpg'), join(root, 'trip/new.jpg'));
      store.beforeRead = (path) => {
        if (path === 'trip/new.jpg') renameSync(join(root, path), join(root, 'trip/newer.jpg'));
      };
      await rig.scan();
      await until(() => rig.nodes().get('trip/newer.jpg')?.uid === uid, 30);
    }));

  it('is read, and loses no photo, if it never stops changing', () =>
    inFolder(async (root, store, rig) => {
      const before = rig.timeline();
      store.listings = 0;
      let moves = 0;
      store.meanwhile = () => {
        const names = ['trip', 'journey'];
        renameSync(join(root, names[moves % 2]!), join(root, names[(moves + 1) % 2]!));
        moves += 1;
        store.meanwhile = undefined;
      };
      const { meanwhile } = store;
      const list = store.list.bind(store);
      store.list = (report, signal) => {
        store.meanwhile = meanwhile;
        return list(report, signal);
      };
      await rig.scan();
      expect(store.listings).to.equal(4);
      expect(rig.timeline()).to.deep.equal(before);
      expect(rig.scanner.status().condition.reachable).to.equal(true);
    }));
});
