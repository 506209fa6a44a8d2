import Database from 'better-sqlite3';
import { copyIndex } from './db/copy-index.ts';
import { checkIntegrity } from './db/integrity.ts';
import { schemaVersion } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { migrations } from './db/migrations/index.ts';
import type { IndexCopies } from './plugin-api/index.ts';

/** Seconds: looking through a hundred gigabytes takes no longer. */
const LONGEST_CHECK = 6 * 3600;

/** Copies of the index in `file`, for plugins and the command line. */
export function indexCopies(file: string): IndexCopies {
  return {
    copy: (to, options) => copyIndex(file, to, options),
    verify: async (copy, { signal }) => {
      const stranger = whyNoIndex(copy);
      if (stranger !== undefined) return { ok: false, detail: stranger };
      try {
        const { damaged, dangling } = await checkIntegrity(copy, { limit: LONGEST_CHECK, signal });
        const broken = [...new Set([...damaged, ...dangling])];
        if (broken.length > 0) return { ok: false, detail: `The file is damaged, in ${broken.join(', ')}.` };
        return { ok: true, detail: 'The file is whole.' };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        return { ok: false, detail: 'The file is damaged: it cannot be read through.' };
      }
    },
  };
}

function whyNoIndex(file: string): string | undefined {
  try {
    const db = openDatabase(file, { readonly: true });
    try {
      const version = schemaVersion(db);
      const newest = migrations.at(-1)?.id ?? 0;
      const isOurs = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'photos'").get() !== undefined;
      if (!isOurs || version === 0) return 'The file is no index of a photo library.';
      if (version > newest)
        return `The file is of a newer version of the program (schema ${version}; this one knows ${newest}).`;
      return undefined;
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CANTOPEN') return 'There is no such file.';
    return 'The file is no whole SQLite database.';
  }
}
