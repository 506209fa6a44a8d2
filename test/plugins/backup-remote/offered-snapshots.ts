import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { OfferedSnapshot } from '../../../core/plugin-api/index.ts';

export const quiet = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

export const nameOf = (day: number): string => `index-202601${String(day).padStart(2, '0')}T030000.000Z.sqlite3`;

/** @param newest the day of the server's newest snapshot */
export function snapshotOf(day: number, newest = day): OfferedSnapshot {
  const bytes = randomBytes(2000);
  return {
    name: nameOf(day),
    newest: nameOf(newest),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: Date.UTC(2026, 0, day, 3) / 1000,
    record: '{}',
    open: () => Readable.from([bytes], { objectMode: false }),
  };
}

export const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The same snapshot, but reading it fails after some bytes. */
export function cutOff(snapshot: OfferedSnapshot): OfferedSnapshot {
  const bytes = async function* () {
    yield Buffer.alloc(10);
    await Promise.reject(new Error('the network is gone'));
  };
  return { ...snapshot, open: () => Readable.from(bytes(), { objectMode: false }) };
}
