import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * The expected checksum of a file. `git-blob` is Hugging Face's for small files: git's SHA-1 of the length and the bytes.
 */
export interface Checksum {
  readonly algorithm: 'sha256' | 'git-blob';
  /** In lower case. */
  readonly hex: string;
}

/** What is known about a file before it is downloaded. */
export interface FileFacts {
  readonly bytes?: number | undefined;
  readonly checksum: Checksum;
}

/** 64 hexadecimal digits: SHA-256; 40: a git blob. */
export function readChecksum(hex: string | null | undefined): Checksum | undefined {
  const digits = hex?.trim().toLowerCase() ?? '';
  if (/^[0-9a-f]{64}$/.test(digits)) return { algorithm: 'sha256', hex: digits };
  if (/^[0-9a-f]{40}$/.test(digits)) return { algorithm: 'git-blob', hex: digits };
  return undefined;
}

/**
 * The SHA-256 of a file in the output of `sha256sum`: one line or many, with names or without.
 * @param names under which the file may be listed, best first
 */
export function findSha256(list: string, names: readonly string[]): string | undefined {
  const lines = list.split('\n').flatMap((line) => {
    const [, sha256, name] = /^([0-9a-fA-F]{64})(?:\s+\*?(?:\.\/)?(.*?))?\s*$/.exec(line) ?? [];
    return sha256 === undefined ? [] : [{ sha256: sha256.toLowerCase(), name: name ?? '' }];
  });
  for (const name of names) {
    const line = lines.find((entry) => entry.name === name);
    if (line) return line.sha256;
  }
  // A file beside ours that contains only the checksum.
  return lines.length === 1 && lines[0]?.name === '' ? lines[0].sha256 : undefined;
}

export async function checksumOf(path: string, algorithm: Checksum['algorithm']): Promise<string> {
  const hash = createHash(algorithm === 'sha256' ? 'sha256' : 'sha1');
  if (algorithm === 'git-blob') hash.update(`blob ${(await stat(path)).size}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Whether the file exists and has the correct length. */
export async function hasLength(path: string, { bytes }: FileFacts): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true && (bytes === undefined || facts.size === bytes);
}

/** Whether the file exists and is intact. */
export async function isWhole(path: string, facts: FileFacts): Promise<boolean> {
  const { algorithm, hex } = facts.checksum;
  return (await hasLength(path, facts)) && (await checksumOf(path, algorithm)) === hex;
}
