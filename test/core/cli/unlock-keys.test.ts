import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { Keyring } from '../../../core/encryption/keyring.ts';
import { tryLockFolder } from '../../../core/upkeep/snapshots/folder-lock.ts';
import { outputOf } from '../../support/child-process.ts';
import { withHouse, type EncryptedHouse } from '../../support/encrypted-house.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { needsTerminal, onTerminal } from '../../support/on-terminal.ts';
import { photofinch } from '../../support/programs.ts';
import { runCli } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

/** A library with a snapshot, a recovery key, and a key file that opens it for commands. */
const withSnapshot = (
  test: (house: EncryptedHouse, environment: Record<string, string>) => Promise<void>,
): Promise<void> =>
  withHouse(async (house, folder) => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, keyFileContent(7));
    const secret = { kind: 'key_file', content: keyFileContent(7) } as const;
    await new Keyring(house.folder).add(house.keys, { secret, name: 'stick' });
    await house.take();
    await test(house, { DATA_DIR: house.folder, UNLOCK_KEY_FILE: keyFile, ML_BUILT_IN: 'none' });
  });

const opens = async ({ folder }: EncryptedHouse, recoveryKey: string): Promise<boolean> =>
  (await new Keyring(folder).unlock({ kind: 'recovery', recoveryKey })) !== null;

function auditOf({ index, keys }: EncryptedHouse): string[] {
  const db = openDatabase(index, { readonly: true, encryption: keys.index });
  try {
    return db.prepare<[], string>('SELECT action FROM audit_entries').pluck().all();
  } finally {
    db.close();
  }
}

const recoverySlot = ({ folder }: EncryptedHouse): string =>
  new Keyring(folder).content()?.slots.find(({ kind }) => kind === 'recovery')?.id ?? '';

describe('a key that is renewed or removed by a command', () => {
  it('is printed and audited before the command waits for a snapshot, so that ^C loses nothing', async function () {
    needsTerminal(this);
    await withSnapshot(async (house, environment) => {
      // A server that takes a snapshot holds this lock.
      const lock = tryLockFolder(house.backups);
      const child = onTerminal([...photofinch, 'unlock', 'add', '--recovery'], { ...process.env, ...environment });
      let shown = '';
      child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
      const ended = outputOf(child);
      try {
        await until(() => shown.includes('Renewing the records of backups'));
        const newKey = /^Recovery key: (\S{44})\s/m.exec(shown)?.[1] ?? '';
        expect(await opens(house, newKey)).to.equal(true);
        expect(await opens(house, house.recoveryKey)).to.equal(false);
        expect(auditOf(house)).to.deep.equal(['unlock_key.added']);
        child.stdin.write('\x03');
        await ended;
      } finally {
        lock?.release();
      }
      const { code, stdout } = await ended;
      expect([code, stdout]).to.deep.equal([0, stdout]);
      expect(stdout).to.include(
        `photofinch: The old key still opens backups in ${house.backups}, until the next snapshot renews their records. Stopped.`,
      );
    });
  });

  it('is removed even if the backup folder cannot be written; the next snapshot removes it from the records too', () =>
    withSnapshot(async (house, environment) => {
      const snapshot = await house.take();
      const slot = recoverySlot(house);
      const lockFile = join(house.backups, '.lock');
      rmSync(lockFile);
      mkdirSync(lockFile);
      const { code, stdout, stderr } = await runCli(['unlock', 'remove', slot], environment);
      expect(stdout).to.equal('Removed the recovery key: it no longer opens the library.\n');
      expect([code, stderr]).to.deep.equal([
        0,
        `photofinch: The old key still opens backups in ${house.backups}, until the next snapshot renews their records. They could not be written: the folder of the snapshots may not be used; give this user the right to, or set BACKUP_DIR to another one.\n`,
      ]);
      expect(auditOf(house)).to.deep.equal(['unlock_key.removed']);
      expect(readFileSync(`${snapshot}.json`, 'utf8')).to.include(slot);
      rmSync(lockFile, { recursive: true });
      await house.take();
      expect(readFileSync(`${snapshot}.json`, 'utf8')).to.not.include(slot);
    }));

  it('is removed even if the index is corrupt and cannot record it', () =>
    withSnapshot(async (house, environment) => {
      writeFileSync(house.index, Buffer.alloc(8192, 7));
      const { stdout, stderr } = await runCli(['unlock', 'remove', recoverySlot(house)], environment);
      expect(stdout).to.equal('Removed the recovery key: it no longer opens the library.\n');
      expect(stderr).to.include('is damaged');
      expect(await opens(house, house.recoveryKey)).to.equal(false);
    }));
});
