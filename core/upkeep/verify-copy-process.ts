/** The process that verifies a copy of the index. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../domain/error-code.ts';
import type { CopyProgress } from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { answerTask } from '../threads/answer-task.ts';
import type { CopyReport } from './verify-copy.ts';
import { schemaVersion } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase, type Db } from '../db/open.ts';
import { schemaFlaw } from '../db/own-schema.ts';

const newest = migrations.at(-1)?.id ?? 0;

/** Bytes between two progress reports. */
const toldEach = 16 * 1024 * 1024;

const noDatabase = 'The file is no whole SQLite database.';

/** A database in WAL mode needs a shared-memory file beside it, even to be read. */
const notOpenedHere =
  'SQLite cannot open it where it is: copy it, with the -wal file beside it if there is one, to a folder that this user can write.';

type Tell = (progress: CopyProgress) => void;

interface Input {
  readonly file: string;
  readonly ownSchema: boolean;
  readonly anySchema: boolean;
  readonly encryption?: SqliteEncryption | undefined;
}

answerTask(async (input: Input, tell: Tell): Promise<CopyReport> => {
  const { file } = input;
  let sha256: string;
  try {
    sha256 = await hashOf(file, tell);
  } catch (error) {
    return { ok: false, detail: whyUnreadable(error), sha256: null };
  }
  tell({ step: 'examining', bytes: null, total: statSync(file).size });
  const flaw = flawOf(input);
  return { ok: flaw === undefined, detail: flaw ?? 'The file is whole.', sha256 };
});

async function hashOf(file: string, tell: Tell): Promise<string> {
  const hash = createHash('sha256');
  const total = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let bytes = 0;
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  source.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes % toldEach < chunk.length) tell({ step: 'reading', bytes, total });
  });
  await pipeline(source, hash);
  return hash.digest('hex');
}

function whyUnreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'This is a folder.';
  if (code === 'EACCES') return 'The file may not be read by this user.';
  return 'The file cannot be read to its end.';
}

/** The problem with the file, in one sentence; undefined if it is intact. */
function flawOf({ file, ownSchema, anySchema, encryption }: Input): string | undefined {
  let db: Db | undefined;
  try {
    db = openDatabase(file, { readonly: true, encryption });
    // The file may be malicious: nothing in it is executed, and no page is assumed to be well-formed.
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    db.pragma('mmap_size = 0');
    const foreign = anySchema ? undefined : schemaTrouble(db, ownSchema);
    if (foreign !== undefined) return foreign;
    // The full check, which also compares indexes with their tables: a snapshot is verified once and kept for long.
    const verdict = db.pragma('integrity_check(1)', { simple: true });
    return verdict === 'ok' ? undefined : 'The file is damaged.';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'SQLITE_NOTADB') return noDatabase;
    if (/^(SQLITE_(CANTOPEN|READONLY)|EACCES)/.test(code)) return notOpenedHere;
    return db ? 'The file is damaged: it cannot be read through.' : noDatabase;
  } finally {
    db?.close();
  }
}

function schemaTrouble(db: Db, ownSchema: boolean): string | undefined {
  const version = schemaVersion(db);
  const isOurs = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'photos'`).get() !== undefined;
  if (!isOurs || version === 0) return 'The file is no index of a photo library.';
  if (version > newest) {
    return `The file is of a newer version of the program (schema ${version}; this one knows ${newest}).`;
  }
  // Before the integrity check, which would evaluate expressions in columns and indexes of an unknown schema.
  return ownSchema ? schemaFlaw(db, version) : undefined;
}
