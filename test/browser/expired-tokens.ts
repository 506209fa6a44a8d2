import { join } from 'node:path';
import { openDatabase } from '../../core/db/open.ts';

/** Makes all access tokens expire. */
export function accessTokensRunOut(dataDir: string): void {
  const db = openDatabase(join(dataDir, 'index.sqlite3'));
  try {
    db.prepare("UPDATE tokens SET expires_at = unixepoch() - 1 WHERE kind = 'access'").run();
  } finally {
    db.close();
  }
}
