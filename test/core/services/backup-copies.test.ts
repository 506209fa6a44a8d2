import { expect } from 'chai';
import type { BackupTarget, OfferedSnapshot } from '../../../core/plugin-api/index.ts';
import { until } from '../../support/until.ts';
import { MemoryBackupTarget } from '../plugins/memory-backup-target.ts';
import { failureAt, inHouse } from './copied-house.ts';

describe('copies of snapshots at backup targets', () => {
  it(
    'are made of all snapshots that a target lacks, the newest first',
    inHouse(async (house) => {
      const taken = [house.take(), house.take(), house.take()].map(({ name }) => name);
      const order: string[] = [];
      const target = new MemoryBackupTarget();
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        order.push(snapshot.name);
        await keep(snapshot, options);
      };
      house.start({ target });
      await until(() => target.copies.size === 3);
      expect(order).to.deep.equal(taken.reverse());
    }),
  );

  it(
    'are not made again of what a target has deleted, except for the newest',
    inHouse(async (house) => {
      const [older, newer] = [house.take(), house.take()];
      const target = new MemoryBackupTarget();
      const copies = house.start({ target });
      await until(() => copies.states()[0]!.last?.name === newer.name && house.copiedTo().length === 2);
      target.copies.clear();
      house.now += 86_400;
      copies.wake();
      await until(() => target.copies.size > 0);
      expect([...target.copies.keys()]).to.deep.equal([newer.name]);
      expect(house.copiedTo()).to.deep.equal([newer.name, older.name]);
    }),
  );

  it(
    'are made again of a snapshot whose bytes changed, as after the encryption of the library',
    inHouse(async (house) => {
      const [older, newer] = [house.take(), house.take()];
      const target = new MemoryBackupTarget();
      const copies = house.start({ target });
      await until(() => house.copiedTo().length === 2);
      const encrypted = house.rewrite(older);
      copies.wake();
      await until(() => target.copies.get(older.name)?.bytes.equals(encrypted) === true);
      await until(() => house.copiedTo().length === 2 && copies.states()[0]!.current === null);
      expect([...target.copies.keys()].sort()).to.deep.equal([older.name, newer.name]);
    }),
  );

  it(
    'are made at one target while others hang, throw or return invalid data',
    inHouse(async (house) => {
      house.take();
      const good = new MemoryBackupTarget();
      const hanging: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        keep: () => new Promise<never>(() => undefined),
      });
      const throwing: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        keep: () => {
          throw new Error('not today');
        },
      });
      const lying: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        list: () => Promise.resolve('everything' as never),
      });
      const flooding: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        // Opens the snapshot repeatedly without reading it.
        keep: (snapshot: OfferedSnapshot) => {
          for (let count = 0; count < 100; count++) snapshot.open();
          return Promise.reject(new Error('x'.repeat(10)));
        },
      });
      const copies = house.start({ hanging, throwing, lying, flooding, good }, 300);
      await until(() => good.copies.size === 1 && failureAt(copies, 'hanging') != null);
      await until(() => failureAt(copies, 'flooding') != null);
      const { name } = house.take();
      copies.wake();
      // On a slow machine, a copy may take longer than the time limit, and is retried.
      await until(() => good.copies.has(name) && failureAt(copies, 'good') === null);
      copies.wake();
      await until(() => failureAt(copies, 'throwing')?.reason === 'not today.');
      await until(() => failureAt(copies, 'lying')?.reason === 'The target listed no copies.');
    }),
  );

  it(
    'fail with the reason if a target does not report whether it is ready',
    inHouse(async (house) => {
      house.take();
      const throwing: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        isReady: () => {
          throw new Error('no address');
        },
      });
      const lying: BackupTarget = Object.assign(new MemoryBackupTarget(), {
        isReady: () => Promise.resolve(true) as never,
      });
      const copies = house.start({ throwing, lying });
      await until(() => failureAt(copies, 'throwing') != null && failureAt(copies, 'lying') != null);
      expect(failureAt(copies, 'throwing')?.reason).to.equal('no address.');
      expect(failureAt(copies, 'lying')?.reason).to.equal('The target answers isReady with neither true nor false.');
      expect(copies.states().map(({ ready }) => ready)).to.deep.equal([true, true]);
    }),
  );

  it(
    'fail and are retried if a target reports success but does not list them',
    inHouse(async (house) => {
      const [older, newest] = [house.take(), house.take()];
      let lies = true;
      const target = new MemoryBackupTarget();
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        if (!lies) await keep(snapshot, options);
      };
      const copies = house.start({ target });
      await until(() => failureAt(copies, 'target')?.nextAt != null);
      expect(failureAt(copies, 'target')?.reason).to.equal(
        `The target took ${newest.name} without an error, and does not list it afterwards.`,
      );
      expect(copies.states()[0]?.last).to.equal(null);
      const { reason } = failureAt(copies, 'target')!;
      copies.wake();
      await until(() => failureAt(copies, 'target')!.attempts > 1);
      lies = false;
      copies.wake();
      await until(() => failureAt(copies, 'target') === null);
      await until(() => target.copies.has(newest.name) && target.copies.has(older.name));
      // One change each, however many retries there are in between.
      expect(house.changes).to.deep.equal([reason, null]);
    }),
  );

  it(
    'are reported as failed within a day if a target loses them for good',
    inHouse(async (house) => {
      const { name } = house.take();
      const target = new MemoryBackupTarget();
      const copies = house.start({ target });
      await until(() => copies.states()[0]?.last?.name === name);
      target.copies.clear();
      target.keep = () => Promise.resolve();
      house.now += 86_400;
      copies.wake();
      await until(() => failureAt(copies, 'target') != null);
      expect(copies.states()[0]?.last).to.equal(null);
    }),
  );

  it(
    'of older snapshots may be omitted by a target, which knows the newest',
    inHouse(async (house) => {
      house.take();
      const { name } = house.take();
      const target = new MemoryBackupTarget();
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        if (snapshot.name === snapshot.newest) await keep(snapshot, options);
      };
      const copies = house.start({ target });
      await until(() => house.copiedTo().length === 2);
      expect([...target.copies.keys()]).to.deep.equal([name]);
      expect(failureAt(copies, 'target')).to.equal(null);
    }),
  );

  it(
    'are offered with the newest snapshot by the current clock, even after a clock that was ahead',
    inHouse(async (house) => {
      house.now += 30 * 86_400;
      const ahead = house.take();
      house.now -= 30 * 86_400;
      const { name } = house.take();
      const newest: string[] = [];
      const target = new MemoryBackupTarget();
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        newest.push(snapshot.newest);
        await keep(snapshot, options);
      };
      house.start({ target });
      await until(() => target.copies.size === 2);
      expect(newest).to.deep.equal([name, name]);
      expect(target.copies.has(ahead.name)).to.equal(true);
    }),
  );

  it(
    'continue after the disk of the library was full, and report the failure meanwhile',
    inHouse(async (house) => {
      const { name } = house.take();
      const target = new MemoryBackupTarget();
      house.isFull = true;
      const copies = house.start({ target });
      await until(() => failureAt(copies, 'target')?.nextAt != null);
      expect(failureAt(copies, 'target')).to.deep.equal({
        attempts: 1,
        since: house.now,
        reason: 'attempt to write a readonly database.',
        nextAt: house.now + 60,
      });
      copies.wake();
      await until(() => failureAt(copies, 'target')?.attempts === 2 && failureAt(copies, 'target')?.nextAt != null);
      expect(failureAt(copies, 'target')?.nextAt).to.equal(house.now + 240);
      house.isFull = false;
      copies.wake();
      await until(() => copies.states()[0]?.last?.name === name && failureAt(copies, 'target') === null);
    }),
  );

  it(
    'are retried with growing pauses',
    inHouse(async (house) => {
      house.take();
      const target = Object.assign(new MemoryBackupTarget(), { keep: () => Promise.reject(new Error('away')) });
      const copies = house.start({ target });
      for (const [attempts, wait] of [
        [1, 60],
        [2, 240],
        [3, 960],
      ] as const) {
        await until(
          () => failureAt(copies, 'target')?.attempts === attempts && failureAt(copies, 'target')?.nextAt !== null,
        );
        expect(failureAt(copies, 'target')?.nextAt).to.equal(house.now + wait);
        copies.wake();
      }
    }),
  );

  it(
    'wait for a target that is not set up, without reporting a failure',
    inHouse(async (house) => {
      const { name } = house.take();
      let ready = false;
      const target = Object.assign(new MemoryBackupTarget(), { isReady: () => ready });
      const copies = house.start({ target });
      await until(() => copies.states()[0]?.ready === false);
      expect(copies.states()).to.deep.equal([
        { plugin: 'target', ready: false, last: null, current: null, failure: null },
      ]);
      ready = true;
      copies.wake();
      await until(() => target.copies.has(name));
    }),
  );

  it(
    'of a snapshot that is deleted meanwhile do not fail',
    inHouse(async (house) => {
      const [gone, stays] = [house.take(), house.take()];
      const target = new MemoryBackupTarget();
      const keep = target.keep.bind(target);
      target.keep = async (snapshot, options) => {
        if (snapshot.name === stays.name) house.remove(gone);
        await keep(snapshot, options);
      };
      const copies = house.start({ target });
      await until(() => house.copiedTo().length === 1 && copies.states()[0]?.current === null);
      expect([...target.copies.keys()]).to.deep.equal([stays.name]);
      expect(failureAt(copies, 'target')).to.equal(null);
    }),
  );

  it(
    'are still known after a restart',
    inHouse(async (house) => {
      const { name } = house.take();
      const target = new MemoryBackupTarget();
      house.start({ target });
      await until(() => house.copiedTo().length === 1);
      expect(house.start({ target }).states()[0]?.last?.name).to.equal(name);
    }),
  );
});
