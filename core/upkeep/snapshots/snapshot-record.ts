import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../domain/error-code.ts';
import { parseKeyring, type KeyringContent } from '../../encryption/keyring-content.ts';

/** The facts of a snapshot that was read completely, stored beside it as JSON in `<name>.json`. */
export interface SnapshotRecord {
  readonly size: number;
  /** Milliseconds since the epoch: when the file was last written. */
  readonly modified: number;
  /** 64 hexadecimal digits; null if the file cannot be read. */
  readonly sha256: string | null;
  readonly verified: boolean;
  /** Absent if an older version took the snapshot, or the file was copied there: see `signSnapshot`. */
  readonly signature?: string | undefined;
  /** The keyring that opens it, if it is encrypted. */
  readonly keyring?: KeyringContent | undefined;
}

/** Bytes; a record has some 300, and its keyring up to 70,000. */
const longest = 128 * 1024;

/** Serialises a record. The signature is called `seal`, for compatibility with the first versions. */
export function recordText({ signature, ...record }: SnapshotRecord): string {
  return `${JSON.stringify({ ...record, seal: signature })}\n`;
}

/** @returns undefined for an invalid record */
export function parseRecord(text: string): SnapshotRecord | undefined {
  let json: Record<string, unknown> | null;
  try {
    json = JSON.parse(text) as typeof json;
  } catch {
    return undefined;
  }
  const { size, modified = 0, sha256, verified = false, seal, keyring: keyringJson } = json ?? {};
  if (typeof size !== 'number' || typeof modified !== 'number' || typeof verified !== 'boolean') return undefined;
  if (sha256 !== null && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256))) return undefined;
  const keyring = parseKeyring(keyringJson);
  return {
    size,
    modified,
    sha256,
    verified,
    ...(typeof seal === 'string' && { signature: seal }),
    ...(keyring && { keyring }),
  };
}

/** The record of a snapshot; undefined if there is none that can be read. */
export function recordOf(snapshot: string): SnapshotRecord | undefined {
  const file = `${snapshot}.json`;
  try {
    return statSync(file).size > longest ? undefined : parseRecord(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === '') throw error;
    return undefined;
  }
}
