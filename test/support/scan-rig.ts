import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from '../../plugins/bridge-upstream/bridge/driver.ts';
import type { Journal } from '../../plugins/bridge-upstream/bridge/journal/journal.ts';
import { openJournal } from '../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { Scanner } from '../../plugins/bridge-upstream/bridge/scan/scanner.ts';
import type { ChangeEvent, Node } from '../../plugins/bridge-upstream/contract.ts';
import { bridgePictures } from './bridge-pictures.ts';
import { ChangingStore } from './changing-store.ts';

/** A clock that tests control. */
class TurnedClock {
  wall = Date.UTC(2026, 0, 1);
  ran = 1000;

  now = (): number => this.wall;
  monotonic = (): number => this.ran;

  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.ran += milliseconds;
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A scanner with its journal, over a store that tests change. It only scans on request. */
export class ScanRig<Store extends Driver = ChangingStore> {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly clock = new TurnedClock();
  readonly store: Store;
  readonly #canary: string | undefined;
  journal: Journal;
  scanner: Scanner;

  constructor(store: Store, canary?: string) {
    this.store = store;
    this.#canary = canary;
    this.journal = openJournal(this.folder);
    this.scanner = this.#scanner();
  }

  async scan(): Promise<void> {
    this.scanner.wake();
    await this.scanner.settled();
  }

  /**
   * Ends the scanner and the journal, and starts again in the same folder, like a new process; `between` may change the
   * folder.
   */
  async restart(between: () => void = () => undefined): Promise<void> {
    await this.scanner.stop();
    this.journal.close();
    between();
    this.journal = openJournal(this.folder);
    this.scanner = this.#scanner();
  }

  async close(): Promise<void> {
    await this.scanner.stop();
    this.journal.close();
    rmSync(this.folder, { recursive: true });
  }

  /** The whole timeline, page by page, as `uid → rev`. */
  timeline(limit = 1000): Map<string, string> {
    const all = new Map<string, string>();
    let cursor: string | null = null;
    do {
      const page = this.journal.timeline({ cursor, limit });
      for (const { uid, rev } of page.items) {
        if (all.has(uid)) throw new Error('a photo stands twice in the timeline');
        all.set(uid, rev);
      }
      cursor = page.next;
    } while (cursor !== null);
    return all;
  }

  /** All files in the journal, including motion parts, by path. */
  nodes(): Map<string, Node> {
    const uids = [...this.timeline().keys()];
    const all = new Map<string, Node>();
    for (let at = 0; at < uids.length; at += 100) {
      const { nodes } = this.journal.nodes(uids.slice(at, at + 100));
      const motions = this.journal.nodes(nodes.flatMap(({ relatedUids }) => relatedUids)).nodes;
      for (const node of [...nodes, ...motions]) all.set(node.path ?? '', node);
    }
    return all;
  }

  node(path: string): Node {
    const node = this.nodes().get(path);
    if (!node) throw new Error(`the journal has no ${path}`);
    return node;
  }

  /** Albums by name, with the names of their photos. */
  albums(): Record<string, { uid: string; photos: string[] }> {
    const { albums } = this.journal.albums({ cursor: null, limit: 1000 });
    return Object.fromEntries(
      albums.map(({ uid, name, photoCount }) => {
        const items = this.journal.albumPhotos(uid, { cursor: null, limit: 1000 })?.items ?? [];
        if (items.length !== photoCount)
          throw new Error(`album ${name} counts ${photoCount} of ${items.length} photos`);
        const names = this.journal.nodes(items.map((item) => item.uid)).nodes.map((node) => node.name);
        return [name, { uid, photos: names.sort() }];
      }),
    );
  }

  /** The current cursor of the feed. */
  cursor(): string {
    return this.journal.timeline({ cursor: null, limit: 1 }).changesCursor;
  }

  changes(since: string, limit = 1000): readonly ChangeEvent[] {
    return readChanges(this.journal, since, limit).events;
  }

  #scanner(): Scanner {
    return new Scanner({
      driver: this.store,
      journal: this.journal,
      pictures: bridgePictures,
      // Long enough that no test reaches the next scan.
      settings: { scanInterval: 3600, canary: this.#canary },
      log: silent,
      clock: this.clock,
    });
  }
}

/** Reads the feed to its end. */
export function readChanges(journal: Journal, since: string, limit: number): { events: ChangeEvent[]; next: string } {
  const events: ChangeEvent[] = [];
  for (;;) {
    const page = journal.changes({ since, limit });
    events.push(...page.events);
    since = page.next;
    if (!page.more) return { events, next: since };
  }
}

/** Calls `use` with a rig over an empty store, and closes it afterwards. */
export async function withScanRig(use: (rig: ScanRig) => Promise<void>, canary?: string): Promise<void> {
  const rig = new ScanRig(new ChangingStore(), canary);
  try {
    await use(rig);
  } finally {
    await rig.close();
  }
}
