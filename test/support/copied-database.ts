import { copyFileSync } from 'node:fs';

/** Copies an open database with its write-ahead log, as they are after a kill. */
export function copyAsKilled(from: string, to: string): void {
  for (const ending of ['', '-wal']) copyFileSync(from + ending, to + ending);
}
