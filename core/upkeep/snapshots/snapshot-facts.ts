import type { Stats } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyringContent } from '../../encryption/keyring-content.ts';
import type { IndexCopies } from '../../plugin-api/index.ts';
import { eraseFile, replaceFile } from '../../plugin-api/toolkit/index.ts';
import { parseRecord, recordText, type SnapshotRecord } from './snapshot-record.ts';
import { unfinishedName } from './unfinished.ts';

/** Milliseconds: some file systems store times with a precision of two seconds. */
const sameTime = 2000;

/**
 * The keyring that opens snapshots now, with the settings of the time of one that was taken before; null for a plain library.
 */
export type KeyringForRecord = (taken?: KeyringContent) => KeyringContent | null;

/**
 * Size, hash and verification of the snapshots in a folder.
 *
 * The server's own snapshots have a record. New or changed files are read in the background, one at a time; nothing is known
 * about them until then.
 */
export class SnapshotFacts {
  readonly #folder: string;
  readonly #index: IndexCopies;
  readonly #found = new Map<string, SnapshotRecord>();
  readonly #unknown = new Set<string>();
  readonly #closing = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(folder: string, index: IndexCopies) {
    this.#folder = folder;
    this.#index = index;
  }

  /** The facts of a file; undefined if it was not read since it changed: it is then read in the background. */
  async of(name: string, file: Stats): Promise<SnapshotRecord | undefined> {
    const found = this.#found.get(name);
    if (found && isOf(file, found)) return found;
    const record = await this.#kept(name);
    if (record && isOf(file, record)) {
      this.#found.set(name, record);
      return record;
    }
    this.#unknown.add(name);
    this.#reading ??= this.#readUnknown().finally(() => {
      this.#reading = undefined;
    });
    return undefined;
  }

  /** Stores facts beside the snapshot with this name, atomically. */
  async keep(name: string, facts: SnapshotRecord): Promise<void> {
    const part = join(this.#folder, `${unfinishedName()}.json`);
    try {
      await writeFile(part, recordText(facts), { flag: 'wx', mode: 0o600, flush: true });
      // The old record may contain keys that were removed since.
      await replaceFile(part, this.#file(name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    this.#found.set(name, facts);
  }

  /** Replaces the keyring in the record of a snapshot, if it is another one of the same library. */
  async renewKeyring(name: string, renewed: KeyringForRecord): Promise<void> {
    const record = await this.#kept(name);
    if (!record?.keyring) return;
    const { library, mac } = record.keyring;
    const keyring = renewed(record.keyring);
    if (library === keyring?.library && mac !== keyring.mac) await this.keep(name, { ...record, keyring });
  }

  /**
   * Removes a record. That of an encrypted library contains its keyring, including keys removed since, so it is overwritten.
   */
  async forget(name: string): Promise<void> {
    this.#found.delete(name);
    await eraseFile(this.#file(name));
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
    const record = await this.#kept(name);
    // A snapshot of this server that was copied to another disk is still its own. A record beside any other file proves
    // nothing.
    const isSame = record?.signature !== undefined && record.sha256 === sha256 && record.size === before.size;
    const facts: SnapshotRecord = {
      size: before.size,
      modified: before.mtimeMs,
      sha256,
      verified: ok,
      ...(isSame && { signature: record.signature }),
      ...(record?.keyring && { keyring: record.keyring }),
    };
    // If the folder is read-only, the facts are only kept in memory.
    await this.keep(name, facts).catch(() => this.#found.set(name, facts));
  }

  async #kept(name: string): Promise<SnapshotRecord | undefined> {
    try {
      return parseRecord(await readFile(this.#file(name), 'utf8'));
    } catch {
      return undefined;
    }
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

const isOf = (file: Stats, { size, modified }: SnapshotRecord): boolean =>
  size === file.size && Math.abs(modified - file.mtimeMs) <= sameTime;
