import { join } from 'node:path';
import { Keyring } from '../../encryption/keyring.ts';
import type { LibrarySettings } from '../../encryption/library-settings.ts';
import { isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { lockFolder } from '../snapshots/folder-lock.ts';
import { takenAt } from '../snapshots/snapshot-name.ts';
import { recordOf, recordText } from '../snapshots/snapshot-record.ts';
import { isSigned, plainSnapshotKey, signSnapshot } from '../snapshots/snapshot-signature.ts';
import type { Conversion } from './conversion.ts';
import { convertDatabase, NotConvertible, settledName, settleDatabase } from './convert-database.ts';
import { entriesOf } from './entries.ts';

interface Place {
  readonly dataDir: string;
  readonly backupDir: string;
  /** The server's signing secret, if its settings contain one. */
  readonly signingSecret?: string | undefined;
  readonly settings: LibrarySettings;
}

/**
 * Converts the snapshots that this library has taken, and writes their records again. Others are not converted: their origin
 * is unknown, and a new signature would vouch for them.
 */
export async function convertSnapshots(conversion: Conversion, place: Place): Promise<void> {
  const { backupDir } = place;
  const files = (await entriesOf(backupDir)).filter((entry) => entry.isFile());
  if (files.length === 0) return;
  const lock = await lockFolder(backupDir, conversion.signal);
  try {
    // These belong only to snapshots that were never completed.
    for (const { name } of files) if (name.startsWith('unfinished-')) await conversion.erase(join(backupDir, name));
    const names = new Set(files.map(({ name }) => settledName(name)).filter((name) => takenAt(name) !== null));
    for (const name of [...names].sort()) {
      conversion.signal.throwIfAborted();
      await convertSnapshot(conversion, name, place);
    }
  } finally {
    lock.release();
  }
}

async function convertSnapshot(conversion: Conversion, name: string, place: Place): Promise<void> {
  const { keys, to } = conversion;
  const file = join(place.backupDir, name);
  await settleDatabase(conversion, file);
  if (isPlainSqlite(file) === (to === 'plain')) return;
  const { settings, signingSecret } = place;
  const plain = plainSnapshotKey(signingSecret === undefined ? settings.signingSecret : Buffer.from(signingSecret));
  const encrypted = keys.of('snapshots');
  const [before, after] = to === 'encrypted' ? [plain, encrypted] : [encrypted, plain];
  const old = recordOf(file);
  if (typeof old?.sha256 !== 'string' || !isSigned(file, old, before)) {
    conversion.leave(file, 'this library has not taken it, or has not signed it. Remove it if nobody needs it.');
    return;
  }
  const ring = new Keyring(place.dataDir);
  const keyring = to === 'encrypted' && ring.content() ? ring.forSnapshots(keys) : undefined;
  try {
    await convertDatabase(conversion, file, {
      step: 'snapshots',
      sha256: old.sha256,
      record: (newFile) => {
        const signature = signSnapshot(after, { name, ...newFile });
        return recordText({ ...newFile, verified: true, signature, ...(keyring && { keyring }) });
      },
    });
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    conversion.leave(file, `${error.message} Remove it if nobody needs it.`);
  }
}
