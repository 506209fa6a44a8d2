import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The key of seals. Snapshots of every version bear seals by a key of this name. @param secret the server's */
export const sealKey = (secret: Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plugin backup: snapshots', 32));

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
export function sealFits(key: Uint8Array, seal: string, snapshot: SealedSnapshot): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealSnapshot(key, snapshot))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
