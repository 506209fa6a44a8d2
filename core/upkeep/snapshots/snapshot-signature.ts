import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { basename } from 'node:path';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { SnapshotRecord } from './snapshot-record.ts';

/**
 * The key by which snapshots are signed (HMAC-SHA-256): one of the library's keys, or of the secret of a server with a plain library.
 * @param secret the server's; null where it has none yet
 */
export function snapshotKey(keys: LibraryKeys | null, secret: Uint8Array | null): Uint8Array | null {
  if (keys) return keys.of('snapshots');
  return secret && plainSnapshotKey(secret);
}

/** The key of a plain library. Versions before encryption derived it so, and their snapshots are still known. */
export const plainSnapshotKey = (secret: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plugin backup: snapshots', 32));

/** Tells one snapshot from all others. */
export interface SnapshotIdentity {
  /** Of the file, without its folder: an older snapshot must not pass for a newer one. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The signature of a snapshot, by which the server knows its own. 64 hexadecimal digits. */
export function signSnapshot(key: Uint8Array, { name, size, sha256 }: SnapshotIdentity): string {
  // Neither number nor hash can hold a line break, so that no two snapshots share one text.
  return createHmac('sha256', key).update(`photofinch snapshot v1\n${size}\n${sha256}\n${name}`).digest('hex');
}

/** Whether this key has signed the snapshot under the name that it has now. It takes the same time wherever two signatures differ. */
export function isSigned(
  snapshot: string,
  { size, sha256, signature }: Pick<SnapshotRecord, 'size' | 'sha256' | 'signature'>,
  key: Uint8Array,
): boolean {
  if (signature === undefined || sha256 === null) return false;
  const given = Buffer.from(signature);
  const expected = Buffer.from(signSnapshot(key, { name: basename(snapshot), size, sha256 }));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
