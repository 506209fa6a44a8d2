import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Driver, ListingReport, StoreEntry } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createFolderDriver } from '../../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { ScanRig } from '../../support/scan-rig.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

/** A folder in which somebody does something as soon as the listing has met its first file. */
class BusyFolder implements Driver {
  readonly name = 'folder';
  readonly fingerprint = 'folder';
  readonly bridgeSecret = (): Promise<null> => Promise.resolve(null);
  readonly #driver: Driver;
  meanwhile: (() => void) | undefined;
  listings = 0;

  constructor(root: string) {
    this.#driver = createFolderDriver({ root });
  }

  check: Driver['check'] = (signal) => this.#driver.check(signal);
  stat: Driver['stat'] = (handle, signal) => this.#driver.stat(handle, signal);
  read: Driver['read'] = (handle, range, signal) => this.#driver.read(handle, range, signal);

  async *list(report: ListingReport, signal: AbortSignal): AsyncGenerator<StoreEntry> {
    this.listings += 1;
    for await (const entry of this.#driver.list(report, signal)) {
      yield entry;
      this.meanwhile?.();
    }
  }
}

describe('a store that changes while it is listed', () => {
  const inFolder = (use: (root: string, store: BusyFolder, rig: ScanRig<BusyFolder>) => Promise<void>) =>
    withTempFolder(async (root) => {
      const put = (path: string): void => {
        mkdirSync(join(root, path, '..'), { recursive: true });
        writeFileSync(join(root, path), `bytes of ${path}`);
        utimesSync(join(root, path), 1_500_000_000, 1_500_000_000);
      };
      for (const path of ['first.jpg', 'trip/a.jpg', 'trip/b.jpg', 'trip/day two/c.jpg']) put(path);
      const store = new BusyFolder(root);
      const rig = new ScanRig(store);
      try {
        await rig.scan();
        await use(root, store, rig);
      } finally {
        await rig.close();
      }
    });

  it('keeps the photos of a folder that was moved behind the listing’s back', () =>
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

  it('is taken as it is when it never comes to rest', () =>
    inFolder(async (root, store, rig) => {
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
      expect(store.listings).to.equal(3);
      expect(rig.scanner.status().condition.reachable).to.equal(true);
    }));
});
