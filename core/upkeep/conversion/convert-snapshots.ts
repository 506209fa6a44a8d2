import { join } from 'node:path';
import { Keyring } from '../../encryption/keyring.ts';
import { isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { lockFolder } from '../snapshots/folder-lock.ts';
import { takenAt } from '../snapshots/snapshot-name.ts';
import { isSealed, recordOf, sealingSecret, sealKey, sealSnapshot } from '../snapshots/snapshot-seal.ts';
import type { Facts } from '../snapshots/snapshot-facts.ts';
import type { Conversion } from './conversion.ts';
import { convertDatabase, NotConvertible, settledName, settleDatabase } from './convert-database.ts';
import { entriesOf } from './erase.ts';

interface Place {
  readonly dataDir: string;
  readonly backupDir: string;
  /** The server's, as of a plain library; null where it has none. */
  readonly secret: Uint8Array | null;
}

/**
 * Converts the snapshots that this library has taken, and writes their records anew. Others are left: nobody knows what they
 * are, and a new seal would vouch for them.
 */
export async function convertSnapshots(conversion: Conversion, place: Place): Promise<void> {
  const { backupDir } = place;
  const files = (await entriesOf(backupDir)).filter((entry) => entry.isFile());
  if (files.length === 0) return;
  const lock = await lockFolder(backupDir, conversion.signal);
  try {
    // Only of snapshots that were never finished.
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
  const [oldSecret, newSecret] =
    to === 'encrypted'
      ? [place.secret, sealingSecret(keys, place.secret)]
      : [sealingSecret(keys, place.secret), place.secret];
  const old = recordOf(file);
  if (!old || !oldSecret || !isSealed(file, old, oldSecret)) {
    conversion.leave(file, 'this library has not taken it, or has not sealed it. Remove it if nobody needs it.');
    return;
  }
  const ring = new Keyring(place.dataDir);
  const keyring = to === 'encrypted' && ring.content() ? ring.forSnapshots(keys) : null;
  try {
    await convertDatabase(conversion, file, {
      step: 'snapshots',
      sha256: old.sha256,
      record: (converted) => {
        const seal = newSecret && sealSnapshot(sealKey(newSecret), { name, ...converted });
        const facts: Facts = { ...converted, verified: true, ...(seal && { seal }), ...(keyring && { keyring }) };
        return `${JSON.stringify(facts)}\n`;
      },
    });
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    conversion.leave(file, `${error.message} Remove it if nobody needs it.`);
  }
}
