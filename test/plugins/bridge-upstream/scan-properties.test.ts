import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { ChangingStore } from '../../support/changing-store.ts';
import { readChanges, ScanRig } from '../../support/scan-rig.ts';

/** Few names and contents, so that they collide: copies, pairs, moves onto each other. */
const paths = ['a.jpg', 'b.jpg', 'x/a.jpg', 'x/a.mov', 'x/a.heic', 'y/a.jpg', 'y/b.png', 'x/deep/c.jpg', 'y/a.MOV'];
const folders = ['x', 'y', 'z', 'x/deep'];
const path = fc.constantFrom(...paths);
const folder = fc.constantFrom(...folders);
const content = fc.constantFrom('one', 'two', 'six', 'seven', 'eight');

type Step =
  | { do: 'put'; path: string; content: string }
  | { do: 'touch'; path: string }
  | { do: 'remove'; path: string }
  | { do: 'rename'; path: string; to: string }
  | { do: 'copy'; path: string; to: string }
  | { do: 'move'; folder: string; to: string }
  | { do: 'scan' }
  | { do: 'restart' }
  | { do: 'follow'; limit: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), path, content }),
  fc.record({ do: fc.constant('touch' as const), path }),
  fc.record({ do: fc.constant('remove' as const), path }),
  fc.record({ do: fc.constant('rename' as const), path, to: path }),
  fc.record({ do: fc.constant('copy' as const), path, to: path }),
  fc.record({ do: fc.constant('move' as const), folder, to: folder }),
  fc.record({ do: fc.constant('scan' as const) }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('follow' as const), limit: fc.integer({ min: 1, max: 3 }) }),
);

/** The state of a client that only follows the changes. */
class Follower {
  readonly photos = new Map<string, string>();
  readonly albums = new Set<string>();
  #cursor: string;

  constructor(cursor: string) {
    this.#cursor = cursor;
  }

  follow(rig: ScanRig, limit: number): void {
    const { events, next } = readChanges(rig.journal, this.#cursor, limit);
    this.#cursor = next;
    for (const { type, kind, uid, rev } of events) {
      if (type === 'delete') this[kind === 'album' ? 'albums' : 'photos'].delete(uid);
      else if (kind === 'album') this.albums.add(uid);
      else this.photos.set(uid, rev ?? '');
    }
  }
}

describe('any sequence of changes to a store', function () {
  it('gives a client that follows the changes the same state as a new listing, with stable uids and revisions', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const rig = new ScanRig(new ChangingStore());
        try {
          // Never empty, and too few photos for a mass loss.
          rig.store.put('always.jpg', 'always');
          const follower = new Follower(rig.cursor());
          const goneUids = new Set<string>();
          let known = new Set<string>();
          const scan = async (): Promise<void> => {
            await rig.scan();
            const uids = new Set([...rig.nodes().values()].map(({ uid }) => uid));
            for (const uid of uids) expect(goneUids.has(uid), 'a uid used again').to.equal(false);
            for (const uid of known) if (!uids.has(uid)) goneUids.add(uid);
            known = uids;
            expectJournalTellsStore(rig);
          };
          for (const each of steps) {
            if (each.do === 'scan') await scan();
            else if (each.do === 'restart') await rig.restart();
            else if (each.do === 'follow') follower.follow(rig, each.limit);
            else change(rig.store, each);
          }
          await scan();
          follower.follow(rig, 2);
          expect(follower.photos).to.deep.equal(rig.timeline(3));
          const { albums } = rig.journal.albums({ cursor: null, limit: 1000 });
          expect([...follower.albums].sort()).to.deep.equal(albums.map(({ uid }) => uid).sort());
        } finally {
          await rig.close();
        }
      }),
      { numRuns: 200 },
    ));
});

function change(
  store: ChangingStore,
  each: Exclude<Step, { do: 'scan' } | { do: 'restart' } | { do: 'follow' }>,
): void {
  if (each.do === 'put') store.put(each.path, each.content);
  else if (each.do === 'move') {
    if (!each.to.startsWith(each.folder)) store.rename(each.folder, each.to);
  } else if (!store.files.has(each.path)) return;
  else if (each.do === 'touch') store.touch(each.path);
  else if (each.do === 'remove') store.remove(each.path);
  else if (each.do === 'copy') store.copy(each.path, each.to);
  else if (each.path !== each.to) store.rename(each.path, each.to);
}

function expectJournalTellsStore(rig: ScanRig): void {
  const told = [...rig.nodes()].map(([path, { sha1, rev }]) => [path, sha1, rev]).sort();
  const stored = [...rig.store.files]
    .map(([path, { bytes }]) => [path, createHash('sha1').update(bytes).digest('hex')])
    .map(([path, sha1]) => [path, sha1, sha1])
    .sort();
  expect(told).to.deep.equal(stored);
  expect(rig.journal.counts().photos).to.equal(rig.timeline().size);
}
