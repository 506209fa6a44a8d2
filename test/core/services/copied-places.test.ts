import { expect } from 'chai';
import type { BackupTarget, KeptSnapshot, Snapshot } from '../../../core/plugin-api/index.ts';
import type { BackupCopies } from '../../../core/services/backup-copies/backup-copies.ts';
import { until } from '../../support/until.ts';
import { MemoryBackupTarget } from '../plugins/memory-backup-target.ts';
import { failureAt, inHouse } from './copied-house.ts';

/** A target whose place can be changed. */
class PlacedTarget implements BackupTarget {
  readonly #places = new Map<string, MemoryBackupTarget>();
  now: string;

  constructor(place: string) {
    this.now = place;
  }

  namesAt(place: string): string[] {
    return [...this.#at(place).copies.keys()].sort().reverse();
  }

  /** Adds an earlier copy at the current place. */
  put({ name, size }: KeptSnapshot): void {
    this.#at(this.now).copies.set(name, { bytes: Buffer.alloc(size), record: '{}' });
  }

  place(): string {
    return this.now;
  }

  keep(...given: Parameters<MemoryBackupTarget['keep']>): Promise<void> {
    return this.#at(this.now).keep(...given);
  }

  list(): Promise<KeptSnapshot[]> {
    return this.#at(this.now).list();
  }

  remove(name: string): Promise<void> {
    return this.#at(this.now).remove(name);
  }

  #at(place: string): MemoryBackupTarget {
    const target = this.#places.get(place) ?? new MemoryBackupTarget();
    this.#places.set(place, target);
    return target;
  }
}

describe('copies of snapshots', () => {
  it(
    'are all made again when a target changes its place, and earlier ones no longer count',
    inHouse(async (house) => {
      const taken = [house.take(), house.take()].map(({ name }) => name).reverse();
      const target = new PlacedTarget('first');
      const copies = house.start({ target });
      await until(() => house.copiedTo('first').length === 2 && copies.states()[0]!.current === null);
      target.now = 'second';
      expect(copies.states()[0]).to.deep.include({ last: null, failure: null });
      copies.wake();
      await until(() => house.copiedTo('second').length === 2);
      expect(target.namesAt('second')).to.deep.equal(taken);
      expect(house.copiedTo('first')).to.deep.equal([]);
      expect(copies.states()[0]?.last?.name).to.equal(taken[0]);
    }),
  );

  it(
    'that an older version recorded without a place are kept if the target lists them at its place',
    inHouse(async (house) => {
      const taken = [house.take(), house.take(), house.take()] as const;
      for (const { name, sha256 } of taken) {
        house.records.add({ target: 'target', place: '' }, { name, sha256: sha256! }, 1);
      }
      const [lost, cut, whole] = taken.map(({ name }) => name) as [string, string, string];
      const target = new PlacedTarget('first');
      target.put({ name: whole, size: 1000 });
      target.put({ name: cut, size: 999 });
      const made: string[] = [];
      const keep = target.keep.bind(target);
      target.keep = (snapshot, options) => {
        made.push(snapshot.name);
        return keep(snapshot, options);
      };
      house.start({ target });
      await until(() => house.copiedTo('first').length === 3);
      expect(made).to.deep.equal([cut, lost]);
      expect(house.copiedTo()).to.deep.equal([]);
    }),
  );

  it(
    'count for the place where they began, even if the target changes its place meanwhile',
    inHouse(async (house) => {
      const taken = [house.take(), house.take()].map(({ name }) => name).reverse();
      const target = new PlacedTarget('first');
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        await keep(snapshot, options);
        if (target.now === 'second') return;
        target.now = 'second';
        copies.wake();
      };
      const copies: BackupCopies = house.start({ target });
      await until(() => house.copiedTo('second').length === 2);
      expect(target.namesAt('first')).to.deep.equal([taken[0]]);
      expect(target.namesAt('second')).to.deep.equal(taken);
      expect(failureAt(copies, 'target')).to.equal(null);
    }),
  );

  it(
    'fail with the reason if a target does not name its place',
    inHouse(async (house) => {
      house.take();
      const throwing: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        place: () => {
          throw new Error('no address');
        },
      });
      const lying: BackupTarget = Object.assign(new MemoryBackupTarget(), { place: () => 7 as never });
      const copies = house.start({ throwing, lying });
      await until(() => failureAt(copies, 'throwing') != null && failureAt(copies, 'lying') != null);
      expect(failureAt(copies, 'throwing')?.reason).to.equal('no address.');
      expect(failureAt(copies, 'lying')?.reason).to.equal(
        'The target names its place with something other than a text.',
      );
    }),
  );

  for (const [title, meanwhile] of [
    ['no snapshots were there, as while a disk is not mounted', () => []],
    [
      'they were not verified, as after a move of their folder',
      (all) => all.map((snapshot) => ({ ...snapshot, sha256: null, verified: false })),
    ],
  ] as const satisfies readonly (readonly [string, (all: readonly Snapshot[]) => Snapshot[]])[]) {
    it(
      `are not made again after a time when ${title}`,
      inHouse(async (house) => {
        const names = [house.take(), house.take(), house.take()].map(({ name }) => name).reverse();
        const target = new MemoryBackupTarget();
        let handedOver = 0;
        const keep = target.keep.bind(target);
        target.keep = async (snapshot, options) => {
          handedOver += 1;
          await keep(snapshot, options);
        };
        const copies = house.start({ target });
        await until(() => house.copiedTo().length === 3);
        const all = house.snapshots;
        house.snapshots = meanwhile(all);
        await house.settled(copies);
        expect(copies.states()[0]?.last?.name).to.equal(names[0]);
        house.snapshots = all;
        await house.settled(copies);
        expect(handedOver).to.equal(3);
        expect(house.copiedTo()).to.deep.equal(names);
      }),
    );
  }

  it(
    'of the last snapshot are no longer reported after its deletion, if no disk can be unmounted',
    inHouse(async (house) => {
      house.mayBeUnmounted = false;
      const only = house.take();
      const copies = house.start({ target: new MemoryBackupTarget() });
      await until(() => house.copiedTo().length === 1);
      house.remove(only);
      await house.settled(copies);
      expect([house.copiedTo(), copies.states()[0]?.last]).to.deep.equal([[], null]);
    }),
  );

  it(
    'of a deleted snapshot are no longer reported',
    inHouse(async (house) => {
      const [older, newer] = [house.take(), house.take()];
      const target = new MemoryBackupTarget();
      const copies = house.start({ target });
      await until(() => house.copiedTo().length === 2);
      house.remove(newer);
      copies.wake();
      await until(() => house.copiedTo().length === 1);
      expect(copies.states()[0]?.last?.name).to.equal(older.name);
    }),
  );
});
