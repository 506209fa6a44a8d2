import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ChangesAnswer,
  HealthAnswer,
  Node,
  NodesAnswer,
  TimelineAnswer,
} from '../../plugins/bridge-upstream/contract.ts';
import { askBridge } from './bridge-rig.ts';
import { startBridgeProcess, whereIs, type BridgeProcess } from './bridge-process.ts';
import { DecidedStore } from './decided-store.ts';
import { MortalDisk } from './mortal-disk.ts';
import type { View } from './table-of-deaths.ts';
import { until } from './until.ts';

/** What a client of a bridge knows from its responses. */
export class BridgeFollower {
  /** Revision by uid. */
  readonly photos: Map<string, string>;
  /** SHA-1 by uid, as far as known. */
  readonly hashes: Map<string, string | null>;
  cursor: string | null;

  constructor({ photos, hashes, cursor }: Pick<BridgeFollower, 'photos' | 'hashes' | 'cursor'>) {
    this.photos = new Map(photos);
    this.hashes = new Map(hashes);
    this.cursor = cursor;
  }

  /** Reads the timeline once, and then only the changes. @throws Error for an invalid response */
  async follow(bridge: BridgeProcess): Promise<void> {
    if (this.cursor === null) {
      const { items, changesCursor } = await get<TimelineAnswer>(bridge, '/v1/timeline?limit=1000');
      for (const { uid, rev } of items) this.photos.set(uid, rev);
      this.cursor = changesCursor;
    }
    for (let more = true; more;) {
      const answer: ChangesAnswer = await get<ChangesAnswer>(bridge, `/v1/changes?since=${this.cursor}`);
      for (const { type, kind, uid, rev = '' } of answer.events) {
        if (kind === 'album') continue;
        if (type === 'delete') this.photos.delete(uid);
        else this.photos.set(uid, rev);
      }
      this.cursor = answer.next;
      more = answer.more;
    }
  }
}

/** A bridge over a small folder, whose process can be killed at any write to its journal. */
export class MortalBridge {
  readonly store: DecidedStore;
  readonly disk: MortalDisk;

  constructor(folder: string) {
    this.disk = new MortalDisk(folder);
    this.store = new DecidedStore(join(folder, 'photos'));
    mkdirSync(this.store.root);
  }

  async serve(use: (bridge: BridgeProcess) => Promise<void>): Promise<void> {
    const bridge = await startBridgeProcess(
      {
        BRIDGE_DRIVER: 'folder',
        BRIDGE_STORE: this.store.root,
        BRIDGE_DATA_DIR: join(this.disk.path, 'bridge'),
        // A failed scan is repeated soon.
        BRIDGE_SCAN_INTERVAL: '1',
        LOG_LEVEL: 'error',
      },
      { through: this.disk.dying.through },
    );
    try {
      await use(bridge);
    } finally {
      await bridge.stop();
    }
  }

  /** Lets a client follow until the bridge reports exactly the files of its store. @throws Error if the bridge ends */
  async followed(bridge: BridgeProcess, follower: BridgeFollower, seconds = 240): Promise<void> {
    const wanted = [...this.store.files.keys()].sort().join('\n');
    await until(async () => {
      await follower.follow(bridge);
      const nodes = await nodesOf(bridge, [...follower.photos.keys()]);
      for (const { uid, sha1 } of nodes) follower.hashes.set(uid, sha1);
      // Photos that were removed between both requests are reported by the next changes.
      if (nodes.length !== follower.photos.size) return false;
      const { state } = await get<HealthAnswer>(bridge, '/v1/health');
      return (
        state === 'ready' &&
        nodes
          .map(({ path }) => path)
          .sort()
          .join('\n') === wanted
      );
    }, seconds);
  }

  /**
   * Lets a client continue that followed until the bridge ended.
   * @throws Error if its state differs from the bridge's
   */
  async look(follower: BridgeFollower): Promise<View> {
    const lines: string[] = [];
    const told = [...follower.hashes];
    await this.serve(async (bridge) => {
      await this.followed(bridge, follower);
      const { items, next } = await get<TimelineAnswer>(bridge, '/v1/timeline?limit=1000');
      const timeline = items.map(({ uid, rev }) => `${uid} ${rev}`).sort();
      const known = [...follower.photos].map((pair) => pair.join(' ')).sort();
      if (next !== null || timeline.join('\n') !== known.join('\n')) {
        throw new Error(`The changes tell of ${known.join(', ')}, and the timeline of ${timeline.join(', ')}`);
      }
      const nodes = await nodesOf(bridge, [...follower.photos.keys()]);
      // Photos whose bytes stay the same keep their uids, and no photo gets the uid of another.
      const shownBy = new Map(nodes.map(({ uid, sha1 }) => [uid, sha1]));
      for (const [uid, sha1] of told) {
        if (sha1 !== null && shownBy.has(uid) && shownBy.get(uid) !== sha1) throw new Error(`${uid} is another photo`);
        if (!shownBy.has(uid) && nodes.some((node) => node.sha1 === sha1)) throw new Error(`${uid} has another uid`);
      }
      lines.push(...nodes.map(({ path, sha1 }) => `${path} ${sha1}`));
    });
    return lines.sort();
  }
}

async function nodesOf(bridge: BridgeProcess, uids: readonly string[]): Promise<readonly Node[]> {
  const body = JSON.stringify({ uids });
  const { status, json } = await askBridge(whereIs(bridge), '/v1/nodes', { method: 'POST', body });
  if (status !== 200) throw new Error(`/v1/nodes answered ${status}`);
  return (json as unknown as NodesAnswer).nodes;
}

async function get<T>(bridge: BridgeProcess, path: string): Promise<T> {
  const { status, body } = await askBridge(whereIs(bridge), path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString()}`);
  return JSON.parse(body.toString()) as T;
}
