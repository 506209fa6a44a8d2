import assert from 'node:assert/strict';
import type { Backups, Snapshot } from '../backups.ts';
import { describeContract, neverAborted, type Subject } from './suite.ts';

export interface BackupsSubject extends Subject {
  /** Backups of an index that can be read, with no snapshot yet. */
  readonly backups: Backups & { close?(): Promise<void> };
}

const snapshotName = /^index-[0-9A-Za-z.-]+\.sqlite3$/;

const names = (snapshots: readonly Snapshot[]): string[] => snapshots.map(({ name }) => name).sort();

/** Tests backups against their contract. */
export function describeBackups(create: () => BackupsSubject | Promise<BackupsSubject>): void {
  describeContract('backups', create, ({ backups }) => backups.close?.(), {
    'that are taken': {
      'are described correctly, and verified': async ({ backups }) => {
        const snapshot = await backups.take({ signal: neverAborted() });
        assert.match(snapshot.name, snapshotName);
        assert.ok(Number.isInteger(snapshot.size) && snapshot.size > 0, 'size must be a number of bytes above 0');
        assert.ok(
          Math.abs(snapshot.createdAt - Date.now() / 1000) < 3600,
          'createdAt must be the current time in epoch seconds',
        );
        assert.match(snapshot.sha256 ?? '', /^[0-9a-f]{64}$/);
        assert.equal(snapshot.verified, true);
      },

      'are listed with the same description': async ({ backups }) => {
        assert.deepEqual(await backups.list(), []);
        const snapshot = await backups.take({ signal: neverAborted() });
        assert.deepEqual(await backups.list(), [snapshot]);
      },

      'have unique names, even within one second': async ({ backups }) => {
        const snapshots = [
          await backups.take({ signal: neverAborted() }),
          await backups.take({ signal: neverAborted() }),
        ];
        assert.equal(new Set(names(snapshots)).size, 2);
        assert.deepEqual(names(await backups.list()), names(snapshots));
      },

      'leave nothing behind when aborted': async ({ backups }) => {
        await assert.rejects(async () => backups.take({ signal: AbortSignal.abort() }));
        assert.deepEqual(await backups.list(), []);
      },
    },

    'that are removed': {
      'are no longer listed, while the others still are': async ({ backups }) => {
        const first = await backups.take({ signal: neverAborted() });
        const second = await backups.take({ signal: neverAborted() });
        await backups.remove(first.name);
        assert.deepEqual(names(await backups.list()), [second.name]);
      },

      'must exist: an unknown name is rejected': async ({ backups }) => {
        await assert.rejects(async () => backups.remove('index-19700101T000000Z.sqlite3'));
      },

      'must be given by name: a path is rejected': async ({ backups }) => {
        const { name } = await backups.take({ signal: neverAborted() });
        for (const path of [`../${name}`, `./${name}`, `/${name}`, '..', '.', '', `${name}/`, `x/../${name}`]) {
          await assert.rejects(async () => backups.remove(path), `${JSON.stringify(path)} must be rejected`);
        }
        assert.deepEqual(names(await backups.list()), [name]);
      },
    },

    'that are pruned': {
      'are removed except for the newest': async ({ backups }) => {
        const snapshots: string[] = [];
        for (let count = 0; count < 3; count++) snapshots.push((await backups.take({ signal: neverAborted() })).name);
        const [first, second, third] = snapshots;
        assert.deepEqual((await backups.prune(1)).sort(), [first, second].sort());
        assert.deepEqual(names(await backups.list()), [third]);
      },

      'are kept if there are no more than the number to keep': async ({ backups }) => {
        const { name } = await backups.take({ signal: neverAborted() });
        assert.deepEqual(await backups.prune(5), []);
        assert.deepEqual(names(await backups.list()), [name]);
      },
    },
  });
}
