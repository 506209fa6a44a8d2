import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { describeBackupTarget } from '../../../core/plugin-api/contract-tests.ts';
import type { BackupTarget } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { MemoryBackupTarget } from './memory-backup-target.ts';

function targetWith(broken: (good: MemoryBackupTarget) => Partial<BackupTarget>): () => void {
  return () => {
    describeBackupTarget(() => {
      const good = new MemoryBackupTarget();
      const target = Object.assign(good, broken(good));
      return { target, read: (name) => target.read(name) };
    });
  };
}

const good = new MemoryBackupTarget();

/** Targets that each break one promise, and a pattern for the title of the test that must fail. */
const broken: Readonly<Record<string, [(good: MemoryBackupTarget) => Partial<BackupTarget>, RegExp]>> = {
  'starts with a copy': [
    (one) => (one.copies.set('left', { bytes: Buffer.alloc(0), record: '' }), {}),
    /lists nothing before the first one/,
  ],
  'loses the record': [
    (one) => ({
      keep: async (snapshot, options) => good.keep.call(one, { ...snapshot, record: '' }, options),
    }),
    /stores its bytes, and its record beside them/,
  ],
  'reports a wrong size': [
    (one) => ({ list: async () => (await good.list.call(one)).map(({ name }) => ({ name, size: 1 })) }),
    /lists its name and size/,
  ],
  'lists a copy while it is written': [
    (one) => ({
      keep: async (snapshot, options) => {
        const open = (): Readable =>
          snapshot
            .open()
            .on('data', (bytes: Buffer) => one.copies.set(snapshot.name, { bytes, record: snapshot.record }));
        try {
          await good.keep.call(one, { ...snapshot, open }, options);
        } catch (error) {
          one.copies.delete(snapshot.name);
          throw error;
        }
      },
    }),
    /does not list it before it is completely stored/,
  ],
  'returns no boolean for whether it is set up': [
    () => ({ isReady: () => 'maybe' }) as unknown as Partial<BackupTarget>,
    /answers isReady with true or false, not with a promise/,
  ],
  'returns a promise for whether it is set up': [
    () => ({ isReady: () => Promise.resolve(true) }) as unknown as Partial<BackupTarget>,
    /answers isReady with true or false, not with a promise/,
  ],
  'lists the oldest first': [
    (one) => ({ list: async () => (await good.list.call(one)).reverse() }),
    /lists the newest copy first, in whatever order they were stored/,
  ],
  'keeps only the oldest copies': [
    (one) => ({
      keep: async (snapshot, options) => {
        await good.keep.call(one, snapshot, options);
        for (const { name } of (await good.list.call(one)).slice(0, -2)) one.copies.delete(name);
      },
    }),
    /keeps at least the two newest copies, and removes only older ones/,
  ],
  'mistakes copies with later names for its own': [
    (one) => ({
      keep: async (snapshot, options) => {
        const later = [...one.copies.keys()].filter((name) => name > snapshot.name);
        if (later.length < 4) await good.keep.call(one, snapshot, options);
      },
    }),
    /keeps the server’s newest snapshot even if copies with later names exist/,
  ],
  'keeps nothing': [
    () => ({ keep: (snapshot, options) => new MemoryBackupTarget().keep(snapshot, options) }),
    /lists its name and size/,
  ],
  'names another place each time': [
    (one) => ({ place: () => `place ${one.copies.size}` }),
    /names the same place before and after/,
  ],
  'refuses a copy that it already has': [
    (one) => ({
      keep: async (snapshot, options) => {
        if (one.copies.has(snapshot.name)) throw new Error('It is there already.');
        return good.keep.call(one, snapshot, options);
      },
    }),
    /stores it once if it is given twice/,
  ],
  'accepts any bytes': [
    (one) => ({
      keep: async (snapshot) => {
        one.copies.set(snapshot.name, { bytes: await buffer(snapshot.open()), record: snapshot.record });
      },
    }),
    /rejects a snapshot that is too short/,
  ],
  'lists partial copies after a failure': [
    (one) => ({
      keep: async (snapshot, options) => {
        one.copies.set(snapshot.name, { bytes: Buffer.alloc(snapshot.size), record: '' });
        return good.keep.call(one, snapshot, options);
      },
    }),
    /rejects if the snapshot cannot be read to its end, and lists no partial copy/,
  ],
  'lists a copy with wrong bytes': [
    (one) => ({
      keep: async (snapshot, options) => {
        one.copies.set(snapshot.name, { bytes: Buffer.alloc(snapshot.size), record: '' });
        return good.keep.call(one, snapshot, options);
      },
    }),
    /rejects a snapshot whose bytes do not match its sha256/,
  ],
  'never retries a snapshot that failed once': [
    (one) => {
      const failed = new Set<string>();
      return {
        keep: async (snapshot, options) => {
          if (failed.has(snapshot.name)) throw new Error('It failed before.');
          failed.add(snapshot.name);
          return good.keep.call(one, snapshot, options);
        },
      };
    },
    /accepts the same snapshot at the next attempt/,
  ],
  'reports an aborted snapshot as kept': [
    (one) => ({
      keep: (snapshot, options) =>
        good.keep.call(one, snapshot, options).catch((error: unknown) => {
          if (!options.signal.aborted) throw error;
        }),
    }),
    /rejects when the signal is aborted, and lists no partial copy/,
  ],
  'removes all copies': [
    (one) => ({
      remove: async (name) => {
        await good.remove.call(one, name);
        one.copies.clear();
      },
    }),
    /removes that copy and no other/,
  ],
  'accepts the removal of a missing copy': [
    (one) => ({ remove: (name) => Promise.resolve(void one.copies.delete(name)) }),
    /rejects an unknown name/,
  ],
  'accepts a path as a name': [
    (one) => ({ remove: (path) => good.remove.call(one, path.slice(path.lastIndexOf('/') + 1)) }),
    /rejects a path as a name/,
  ],
};

describe('the contract tests of a backup target', () => {
  it('all pass for a correct target', async () => {
    const { passed, failed } = await runContract(targetWith(() => ({})));
    expect(failed).to.deep.equal([]);
    // Each test fails for at least one broken target.
    const found = passed.filter((title) => Object.values(broken).some(([, finds]) => finds.test(title)));
    expect(found).to.deep.equal(passed);
  });

  it('all pass for a correct target that lists nothing before a copy is complete', async () => {
    const { failed } = await runContract(
      targetWith((one) => {
        let kept = Promise.resolve();
        return {
          isReady: () => true,
          keep: async (snapshot, options) => {
            const keeping = good.keep.call(one, snapshot, options);
            kept = keeping.catch(() => undefined);
            await keeping;
          },
          list: async () => {
            await kept;
            return good.list.call(one);
          },
        };
      }),
    );
    expect(failed).to.deep.equal([]);
  });

  for (const [what, [breaks, title]] of Object.entries(broken)) {
    it(`detect a target that ${what}`, async () => {
      const { failed } = await runContract(targetWith(breaks));
      expect(failed.map((test) => test.title).filter((name) => title.test(name))).to.have.length(1);
    });
  }
});
