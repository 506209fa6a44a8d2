import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';
import { parseKeyring, type KeyringContent } from '../../encryption/keyring-file.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * The key of seals. Snapshots of every version bear seals by a key of this name.
 * @param secret the server's; that of an encrypted library, which is known again on any machine
 */
export const sealKey = (secret: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plugin backup: snapshots', 32));

/** By which secret snapshots are sealed. @param secret the server's; null where it has none yet */
export const sealingSecret = <T extends Uint8Array | null>(keys: LibraryKeys | null, secret: T): T | Uint8Array =>
  keys ? keys.of('secrets') : secret;

/** What tells one snapshot from all others. */
export interface SealedSnapshot {
  /** Of the file, without its folder: an older snapshot must not pass for a newer one. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The seal of a snapshot: by it the server knows again what it has taken. 64 hexadecimal digits. */
export function sealSnapshot(key: Uint8Array, { name, size, sha256 }: SealedSnapshot): string {
  // Neither number nor hash can hold a line break, so that no two snapshots share one text.
  return createHmac('sha256', key).update(`photofinch snapshot v1\n${size}\n${sha256}\n${name}`).digest('hex');
}

/** Takes the same time wherever the two differ. */
function sealFits(key: Uint8Array, seal: string, snapshot: SealedSnapshot): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealSnapshot(key, snapshot))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What is kept beside a snapshot, as `<name>.json`: the part of it by which a snapshot is trusted. */
export interface SnapshotRecord {
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Absent where an older version took the snapshot, or somebody put it there. */
  readonly seal: string | undefined;
  /** That opens it; absent for a plain one. */
  readonly keyring: KeyringContent | undefined;
}

/** Bytes; ours have some 300. */
const longest = 16_384;

/** The record of a snapshot; undefined where none can be read. */
export function recordOf(snapshot: string): SnapshotRecord | undefined {
  const file = `${snapshot}.json`;
  try {
    if (statSync(file).size > longest) return undefined;
    const { size, sha256, seal, keyring } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof size !== 'number' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
    return { size, sha256, seal: typeof seal === 'string' ? seal : undefined, keyring: parseKeyring(keyring) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || errorCode(error) !== '') return undefined;
    throw error;
  }
}

/** Whether the server with this secret has sealed the snapshot under the name that it has now. */
export function isSealed(snapshot: string, { size, sha256, seal }: SnapshotRecord, secret: Uint8Array): boolean {
  return seal !== undefined && sealFits(sealKey(secret), seal, { name: basename(snapshot), size, sha256 });
}
