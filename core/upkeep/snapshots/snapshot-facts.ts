import type { Stats } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexCopies } from '../../plugin-api/index.ts';
import { writeWholeFile } from '../../plugin-api/toolkit/index.ts';
import { parseKeyring, type KeyringContent } from '../../encryption/keyring-file.ts';
import { unfinishedName } from './unfinished.ts';

/** What was found when a snapshot was read through. It is kept beside it, as `<name>.json`. */
export interface Facts {
  readonly size: number;
  /** Milliseconds since the epoch: when the file was last written. */
  readonly modified: number;
  /** Null when the file cannot be read. */
  readonly sha256: string | null;
  readonly verified: boolean;
  /** By which the server knows again, before it restores the snapshot, what it has taken itself; see `sealSnapshot`. */
  readonly seal?: string;
  /** That opens it, if it is encrypted: as it was when the snapshot was taken. */
  readonly keyring?: KeyringContent;
}

/** Milliseconds: some file systems keep times to two seconds only. */
const sameTime = 2000;

/**
 * What is known of the snapshots in a folder.
 *
 * Those that we take come with their facts. A file that somebody put there, or changed, is read through in the background,
 * one at a time, and nothing is claimed of it until then.
 */
export class SnapshotFacts {
  readonly #folder: string;
  readonly #index: IndexCopies;
  readonly #found = new Map<string, Facts>();
  readonly #unknown = new Set<string>();
  readonly #closing = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(folder: string, index: IndexCopies) {
    this.#folder = folder;
    this.#index = index;
  }

  /** Undefined when nothing is known yet of the file that is there now; then it is going to be read. */
  async of(name: string, file: Stats): Promise<Facts | undefined> {
    const found = this.#found.get(name);
    if (found && isOf(file, found)) return found;
    const kept = await this.#kept(name);
    if (kept && isOf(file, kept)) {
      this.#found.set(name, kept);
      return kept;
    }
    this.#unknown.add(name);
    this.#reading ??= this.#readUnknown().finally(() => {
      this.#reading = undefined;
    });
    return undefined;
  }

  /** Keeps facts beside the snapshot of that name, in one step. */
  async keep(name: string, facts: Facts): Promise<void> {
    const part = join(this.#folder, `${unfinishedName()}.json`);
    await writeWholeFile(this.#file(name), `${JSON.stringify(facts)}\n`, {
      part,
      exclusive: true,
      mode: 0o600,
      flush: true,
    });
    this.#found.set(name, facts);
  }

  async forget(name: string): Promise<void> {
    this.#found.delete(name);
    await rm(this.#file(name), { force: true });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
  }

  async #readUnknown(): Promise<void> {
    const { signal } = this.#closing;
    for (const name of this.#unknown) {
      if (signal.aborted) return;
      this.#unknown.delete(name);
      await this.#read(name, signal).catch(() => undefined);
    }
  }

  async #read(name: string, signal: AbortSignal): Promise<void> {
    const file = join(this.#folder, name);
    const before = await stat(file);
    const { ok, sha256 } = await this.#index.verify(file, { signal });
    const kept = await this.#kept(name);
    // One of ours that was copied to another disk is still ours. What is said of any other is no word of ours.
    const isSame = kept?.seal !== undefined && kept.sha256 === sha256 && kept.size === before.size;
    const facts: Facts = {
      size: before.size,
      modified: before.mtimeMs,
      sha256,
      verified: ok,
      ...(isSame ? { seal: kept.seal } : {}),
      ...(kept?.keyring && { keyring: kept.keyring }),
    };
    // In a folder that cannot be written they are kept in memory alone.
    await this.keep(name, facts).catch(() => this.#found.set(name, facts));
  }

  async #kept(name: string): Promise<Facts | undefined> {
    try {
      return readFacts(JSON.parse(await readFile(this.#file(name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

const isOf = (file: Stats, { size, modified }: Facts): boolean =>
  size === file.size && Math.abs(modified - file.mtimeMs) <= sameTime;

function readFacts(json: unknown): Facts | undefined {
  const { size, modified, sha256, verified, seal, keyring: given } = json as Partial<Record<keyof Facts, unknown>>;
  if (typeof size !== 'number' || typeof modified !== 'number' || typeof verified !== 'boolean') return undefined;
  if (sha256 !== null && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256))) return undefined;
  const keyring = parseKeyring(given);
  return {
    size,
    modified,
    sha256,
    verified,
    ...(typeof seal === 'string' ? { seal } : {}),
    ...(keyring && { keyring }),
  };
}
