import { expect } from 'chai';
import { Probe } from '../../../plugins/bridge-upstream/kit/probe.ts';
import { runChecks } from '../../../plugins/bridge-upstream/kit/runner.ts';
import type { Level } from '../../../plugins/bridge-upstream/kit/check.ts';
import { startFakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import { FakeBridgeStore } from '../../support/fake-bridge-store.ts';
import { plainSet, type PlainFile } from '../../support/plain-vault.ts';
import { brokenAccess, type Exhibit } from './broken-bridges.ts';
import { brokenContent, brokenMedia, brokenNodes } from './broken-content.ts';
import { brokenFeeds } from './broken-feeds.ts';
import { brokenHabits, brokenThumbnails } from './broken-habits.ts';
import { brokenLists } from './broken-lists.ts';
import { brokenMotions } from './broken-motions.ts';

/** The behaviours that the kit finds missing in a bridge with a fault. */
async function failures(
  levels: readonly Level[],
  spoil: (bridge: FakeBridge, store: FakeBridgeStore) => void,
  files: readonly PlainFile[],
): Promise<string[]> {
  const bridge = await startFakeBridge();
  const store = new FakeBridgeStore(bridge);
  const changes = !levels.every((level) => level === 'core');
  // With a store, the kit adds photos of its own.
  for (const [i, { path, bytes }] of files.slice(0, changes ? 3 : Infinity).entries()) {
    bridge.put(path, bytes, { captureTime: 1_600_000_000 - i });
  }
  bridge.put('Live/a.mov', Buffer.from('a video'), { captureTime: 1_500_000_000 });
  bridge.put('Live/a.jpg', Buffer.from('a still'), { captureTime: 1_600_000_001 });
  const probe = new Probe({ url: bridge.url, token: bridge.token });
  try {
    spoil(bridge, store);
    const outcomes = await runChecks({ probe, levels, patience: 0.5, ...(changes && { store }) });
    return outcomes.filter(({ outcome }) => outcome === 'failed').map(({ behaviour }) => behaviour);
  } finally {
    probe.close();
    await bridge.close();
  }
}

describe('the conformance kit', () => {
  let files: readonly PlainFile[];

  before(async () => {
    files = (await plainSet()).filter(({ listed }) => listed);
  });

  const find = (levels: readonly Level[], exhibits: readonly Exhibit[]): void => {
    for (const [what, missing, spoil] of exhibits) {
      it(`finds a bridge that ${what}`, async () => {
        expect(await failures(levels, spoil, files)).to.have.members([...missing]);
      });
    }
  };

  it('finds nothing wrong with a good bridge', async () => {
    expect(await failures(['core', 'media', 'sync', 'faults'], () => undefined, files)).to.deep.equal([]);
  });
  find(['core'], [...brokenAccess, ...brokenLists, ...brokenNodes, ...brokenContent]);
  find(['media'], [...brokenMedia, ...brokenMotions, ...brokenThumbnails]);
  find(['sync'], brokenFeeds);
  find(['faults'], brokenHabits);
});
