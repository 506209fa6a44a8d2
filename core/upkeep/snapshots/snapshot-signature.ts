import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { basename } from 'node:path';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import type { SnapshotRecord } from './snapshot-record.ts';

/**
 * The key with which snapshots are signed (HMAC-SHA-256): one of the library's keys, or derived from the secret of a server
 * with a plain library.
 * @param secret the server's; null if it has none yet
 */
export function snapshotKey(keys: LibraryKeys | null, secret: Uint8Array | null): Uint8Array | null {
  if (keys) return keys.of('snapshots');
  return secret && plainSnapshotKey(secret);
}

/** The key of a plain library. It is derived as in versions before encryption, so that their snapshots stay valid. */
export const plainSnapshotKey = (secret: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plugin backup: snapshots', 32));

/** The signed facts of a snapshot. */
export interface SnapshotIdentity {
  /** The file name without its folder: an older snapshot must not be passed off as a newer one. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The signature of a snapshot, with which the server recognises its own. 64 hexadecimal digits. */
export function signSnapshot(key: Uint8Array, { name, size, sha256 }: SnapshotIdentity): string {
  // Neither size nor hash can contain a line break, so the text is unambiguous.
  return createHmac('sha256', key).update(`photofinch snapshot v1\n${size}\n${sha256}\n${name}`).digest('hex');
}

/** Whether this key has signed the snapshot with its current name. The comparison takes constant time. */
export function isSigned(
  snapshot: string,
  { size, sha256, signature }: Pick<SnapshotRecord, 'size' | 'sha256' | 'signature'>,
  key: Uint8Array,
): boolean {
  if (signature === undefined || sha256 === null) return false;
  const presented = Buffer.from(signature);
  const expected = Buffer.from(signSnapshot(key, { name: basename(snapshot), size, sha256 }));
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}
