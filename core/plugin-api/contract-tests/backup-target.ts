import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupTarget, OfferedSnapshot } from '../backup-target.ts';
import { describeContract, neverAborted, skip, type Subject } from './suite.ts';

export interface BackupTargetSubject extends Subject {
  /** A target without copies, which keeps at least two. */
  readonly target: BackupTarget;
  /** Reads a copy and its record from where the target keeps them. */
  readonly read: (name: string) => Promise<{ readonly bytes: Uint8Array; readonly record: string }>;
}

const options = (signal = neverAborted()): { signal: AbortSignal; onProgress: () => void } => ({
  signal,
  onProgress: () => undefined,
});

interface TestSnapshot extends OfferedSnapshot {
  readonly bytes: Buffer;
}

const nameOf = (day: number): string => `index-202001${String(day).padStart(2, '0')}T030000.000Z.sqlite3`;

/** A snapshot of a day in January 2020. @param newest the day of the newest snapshot that the server has */
function makeSnapshot(day: number, newest = day): TestSnapshot {
  const size = 100_000;
  const bytes = randomBytes(size);
  return {
    name: nameOf(day),
    newest: nameOf(newest),
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: Date.UTC(2020, 0, day, 3) / 1000,
    record: `{"size":${size},"day":${day}}\n`,
    bytes,
    // In several chunks, like a file.
    open: () => Readable.from([bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)], { objectMode: false }),
  };
}

const names = async (target: BackupTarget): Promise<string[]> =>
  (await target.list({ signal: neverAborted() })).map(({ name }) => name);

/** Milliseconds to wait for a list: a target may answer only after it has stored the current snapshot. */
const listPatience = 1000;

/** The names that the target lists now; null if it answers only after it has stored the current snapshot. */
async function namesMeanwhile(target: BackupTarget): Promise<readonly string[] | null> {
  const stop = new AbortController();
  const { signal } = stop;
  const listed = target.list({ signal }).then(
    (copies) => copies.map(({ name }) => name),
    () => null,
  );
  try {
    return await Promise.race([listed, sleep(listPatience, null, { signal }).catch(() => null)]);
  } finally {
    stop.abort();
  }
}

/** Gives the target a snapshot with this content, which it must reject without listing a copy. */
async function rejectsContent(
  target: BackupTarget,
  content: (snapshot: TestSnapshot) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const snapshot = makeSnapshot(1);
  const open = (): Readable => Readable.from(content(snapshot), { objectMode: false });
  await assert.rejects(async () => target.keep({ ...snapshot, open }, options(signal)));
  assert.deepEqual(await names(target), []);
}

/** Tests a backup target against its contract. */
export function describeBackupTarget(create: () => BackupTargetSubject | Promise<BackupTargetSubject>): void {
  describeContract('backup target', create, ({ target }) => target.close?.(), {
    'when given a snapshot': {
      'lists nothing before the first one': async ({ target }) => {
        assert.deepEqual(await target.list({ signal: neverAborted() }), []);
      },

      'stores its bytes, and its record beside them': async ({ target, read }) => {
        const snapshot = makeSnapshot(1);
        await target.keep(snapshot, options());
        const { bytes, record } = await read(snapshot.name);
        assert.ok(Buffer.from(bytes).equals(snapshot.bytes), 'the stored bytes must be those of the snapshot');
        assert.equal(record, snapshot.record);
      },

      'lists its name and size': async ({ target }) => {
        const snapshot = makeSnapshot(1);
        await target.keep(snapshot, options());
        const listed = (await target.list({ signal: neverAborted() })).map(({ name, size }) => ({ name, size }));
        assert.deepEqual(listed, [{ name: snapshot.name, size: snapshot.size }]);
      },

      'does not list it before it is completely stored': async ({ target }) => {
        const snapshot = makeSnapshot(1);
        const quarter = snapshot.size / 4;
        const listed: (readonly string[] | null)[] = [];
        const inParts = (): Readable =>
          Readable.from(
            (async function* () {
              for (let at = 0; at < snapshot.size; at += quarter) {
                if (at > 0 && !listed.includes(null)) listed.push(await namesMeanwhile(target));
                yield snapshot.bytes.subarray(at, at + quarter);
              }
            })(),
            { objectMode: false },
          );
        await target.keep({ ...snapshot, open: inParts }, options());
        assert.deepEqual(
          listed.flat().filter((name) => name !== null),
          [],
          'a partial copy is listed: after a crash, it would look complete',
        );
        assert.deepEqual(await names(target), [snapshot.name]);
      },

      'lists the newest copy first, in whatever order they were stored': async ({ target }) => {
        const [older, newer] = [makeSnapshot(1, 2), makeSnapshot(2)];
        await target.keep(newer, options());
        await target.keep(older, options());
        assert.deepEqual(await names(target), [newer.name, older.name]);
      },

      'keeps at least the two newest copies, and removes only older ones': async ({ target }) => {
        const [oldest, middle, newest] = [makeSnapshot(1, 3), makeSnapshot(2), makeSnapshot(3)];
        for (const snapshot of [middle, newest, oldest]) await target.keep(snapshot, options());
        const keptNames = await names(target);
        assert.deepEqual(keptNames, [newest.name, middle.name, oldest.name].slice(0, Math.max(2, keptNames.length)));
      },

      'keeps the server’s newest snapshot even if copies with later names exist': async ({ target }) => {
        for (const day of [20, 21, 22, 23]) await target.keep(makeSnapshot(day), options());
        const newest = makeSnapshot(1);
        await target.keep(newest, options());
        assert.ok((await names(target)).includes(newest.name), 'the newest snapshot of the server must be listed');
      },

      'answers isReady with true or false, not with a promise': async ({ target }) => {
        if (!target.isReady) skip('the target has no isReady');
        const answers: unknown[] = [target.isReady()];
        await target.keep(makeSnapshot(1), options());
        answers.push(target.isReady());
        for (const answer of answers)
          assert.equal(typeof answer, 'boolean', 'isReady must return true or false, not a promise');
      },

      'names the same place before and after': async ({ target }) => {
        const before = target.place?.();
        if (target.place) assert.equal(typeof before, 'string', 'place must return a string, not a promise');
        await target.keep(makeSnapshot(1), options());
        assert.equal(target.place?.(), before);
      },

      'stores it once if it is given twice': async ({ target, read }) => {
        const snapshot = makeSnapshot(1);
        await target.keep(snapshot, options());
        await target.keep(snapshot, options());
        assert.deepEqual(await names(target), [snapshot.name]);
        assert.ok(Buffer.from((await read(snapshot.name)).bytes).equals(snapshot.bytes));
      },
    },

    'when copying fails': {
      'rejects if the snapshot cannot be read to its end, and lists no partial copy': ({ target }) =>
        rejectsContent(target, async function* ({ bytes }) {
          yield await Promise.resolve(bytes.subarray(0, 1000));
          throw new Error('The snapshot is gone.');
        }),

      'rejects a snapshot that is too short': ({ target }) =>
        rejectsContent(target, ({ bytes }) => [bytes.subarray(0, 1000)]),

      'rejects a snapshot whose bytes do not match its sha256': ({ target }) =>
        rejectsContent(target, ({ size }) => [randomBytes(size)]),

      'accepts the same snapshot at the next attempt': async ({ target }) => {
        const snapshot = makeSnapshot(1);
        const other = (): Readable => Readable.from([randomBytes(snapshot.size)], { objectMode: false });
        await assert.rejects(async () => target.keep({ ...snapshot, open: other }, options()));
        await target.keep(snapshot, options());
        assert.deepEqual(await names(target), [snapshot.name]);
      },

      'rejects when the signal is aborted, and lists no partial copy': async ({ target }) => {
        const stop = new AbortController();
        async function* content({ bytes }: TestSnapshot): AsyncGenerator<Uint8Array> {
          yield await Promise.resolve(bytes.subarray(0, 1000));
          stop.abort();
          yield bytes.subarray(1000);
        }
        await rejectsContent(target, content, stop.signal);
      },
    },

    'when removing a copy': {
      'removes that copy and no other': async ({ target }) => {
        const [older, newer] = [makeSnapshot(1, 2), makeSnapshot(2)];
        await target.keep(newer, options());
        await target.keep(older, options());
        await target.remove(newer.name, { signal: neverAborted() });
        assert.deepEqual(await names(target), [older.name]);
      },

      'rejects an unknown name': async ({ target }) => {
        await assert.rejects(async () => target.remove(makeSnapshot(1).name, { signal: neverAborted() }));
      },

      'rejects a path as a name': async ({ target }) => {
        const { name, ...rest } = makeSnapshot(1);
        await target.keep({ name, ...rest }, options());
        for (const path of [`../${name}`, `./${name}`, `/${name}`, '..', '', `x/../${name}`]) {
          await assert.rejects(
            async () => target.remove(path, { signal: neverAborted() }),
            `${JSON.stringify(path)} must be rejected`,
          );
        }
        assert.deepEqual(await names(target), [name]);
      },
    },
  });
}
