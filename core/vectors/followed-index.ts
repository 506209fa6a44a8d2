import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import type { CurrentModel } from '../store/models/current-models.ts';
import type { VectorIndexRecord, VectorIndexRecords } from '../store/models/vector-index-records.ts';
import type { VectorLog } from '../store/models/vector-log.ts';
import type { VectorRow, VectorRows } from '../store/models/vector-rows.ts';
import type { VectorIndex, VectorIndexProvider, VectorKind, VectorOperation } from '../plugin-api/vector-index.ts';
import { letOthersRun } from '../threads/pause.ts';

/**
 * [Note: Where a vector index stands]
 *
 * A vector index is derived from the database. Its cache may be lost, damaged, or from another history: after a backup of
 * the database was restored, the cache beside it contains vectors that the database does not have. The state of an index is
 * its watermark, which only increases:
 *
 * - 0 … 2⁵² − 1: the index is being filled, and has the rows of the model up to this id;
 * - 2⁵² + seq: it has all rows, as of the change with this sequence number.
 *
 * An index that is being filled continues after its id, and then applies the changes since the filling began. In both
 * states, the changes that it needs must still be in the log. The database stores the greatest watermark that was assigned
 * to each index, before it is assigned: an index with a greater one belongs to another history. Each filling has a folder
 * with a new random name, so that a history that diverged long ago is also recognised. An index that does not match is
 * discarded and filled again.
 */
const following = 2 ** 52;

/** Rows per read, which takes about 3 ms. */
const rowsAtOnce = 256;

/** Changes that are passed to the index at once. */
const changesAtOnce = 1024;

/**
 * After this many changes of other kinds, an index without changes gets a new watermark, since the log drops old changes.
 */
const watermarkSteps = 20_000;

export interface FollowedIndexParts {
  readonly provider: VectorIndexProvider;
  readonly rows: VectorRows;
  readonly log: VectorLog;
  readonly records: VectorIndexRecords;
  /** The folder of the caches. */
  readonly folder: string;
  /** The key that encrypts the caches, 32 bytes; null if the library is not encrypted. */
  readonly key: Uint8Array | null;
}

/** The vector index of one kind and model, synced with the database step by step. */
export class FollowedIndex {
  readonly kind: VectorKind;
  readonly model: CurrentModel;
  readonly #with: FollowedIndexParts;
  readonly #closing = new AbortController();
  #index: VectorIndex;
  #record: VectorIndexRecord;
  /** The last known watermark of the index. */
  #watermark = -1;
  /** The index has all changes of its kind up to this sequence number. */
  #followed = 0;
  #step: Promise<void> | undefined;
  /** The step after `#step`, if a caller waits for it. */
  #nextStep: Promise<void> | undefined;

  private constructor(
    parts: FollowedIndexParts,
    of: { kind: VectorKind; model: CurrentModel },
    opened: { index: VectorIndex; record: VectorIndexRecord },
  ) {
    this.#with = parts;
    this.kind = of.kind;
    this.model = of.model;
    this.#index = opened.index;
    this.#record = opened.record;
  }

  static async open(parts: FollowedIndexParts, kind: VectorKind, model: CurrentModel): Promise<FollowedIndex> {
    const { records, log } = parts;
    const record =
      records.of(kind, model.model) ??
      records.begin(kind, model.model, { folder: newFolder(kind), fillFrom: log.last() });
    const index = await openIn(parts, record.folder, kind, model);
    return new FollowedIndex(parts, { kind, model }, { index, record });
  }

  /** The index. `check` and `reach` replace it by another one if it has to be filled again. */
  get index(): VectorIndex {
    return this.#index;
  }

  /** The name of the folder of its cache, in the folder of all caches. */
  get cacheFolder(): string {
    return this.#record.folder;
  }

  /** The index needs no changes up to this sequence number. */
  get needsChangesAfter(): number {
    return this.#watermark < following ? this.#record.fillFrom : this.#watermark - following;
  }

  /**
   * Resolves when the index is known to belong to this database, and has applied the next step. Unless much is missing, it
   * is then up to date.
   * @throws Error of the index, after two consecutive failures; a later call may succeed
   */
  async check(): Promise<void> {
    try {
      await this.#freshStep();
    } catch (error) {
      if (this.#closing.signal.aborted) throw error;
      // An index that lost its data fails once; the next step reads its watermark and continues from there.
      await this.#freshStep();
    }
  }

  /**
   * Resolves when the index has all changes up to this sequence number.
   * @throws like `check`
   */
  async reach(sequence: number): Promise<void> {
    do await this.check();
    while (this.#watermark < following || this.#followed < sequence);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The vector indexes are closed.'));
    await this.#step?.catch(() => undefined);
    await this.#index.close();
  }

  /** A step that starts after this call. A running step may have read the log before the call. */
  #freshStep(): Promise<void> {
    if (!this.#step) return this.#beginStep();
    const before = this.#step.catch(() => undefined);
    return (this.#nextStep ??= before.then(() => {
      this.#nextStep = undefined;
      return this.#step ?? this.#beginStep();
    }));
  }

  #beginStep(): Promise<void> {
    return (this.#step = this.#goOn().finally(() => {
      this.#step = undefined;
    }));
  }

  async #goOn(): Promise<void> {
    this.#closing.signal.throwIfAborted();
    const watermark = Number(await this.#index.watermark());
    if (watermark !== this.#watermark) await this.#stand(watermark);
    if (this.#watermark < following) await this.#fill();
    else await this.#follow();
  }

  /** Handles a watermark of the index that differs from the expected one. */
  async #stand(watermark: number): Promise<void> {
    const { log, records } = this.#with;
    const newestHanded = records.of(this.kind, this.model.model)?.handed ?? 0;
    const needed = watermark < following ? this.#record.fillFrom : watermark - following;
    if (watermark === 0) this.#begin(this.#record.folder);
    else if (watermark > newestHanded || needed < log.reachesBackTo()) await this.#beginAnew();
    else this.#watermark = watermark;
    this.#followed = Math.max(0, this.#watermark - following);
  }

  #begin(folder: string): void {
    const { records, log } = this.#with;
    this.#record = records.begin(this.kind, this.model.model, { folder, fillFrom: log.last() });
    this.#watermark = 0;
  }

  async #beginAnew(): Promise<void> {
    const { folder } = this.#with;
    const oldFolder = this.#record.folder;
    // The record is written first: if the rest fails, the next opening finds an empty folder.
    this.#begin(newFolder(this.kind));
    await this.#index.close();
    await rm(join(folder, oldFolder), { recursive: true, force: true });
    this.#index = await openIn(this.#with, this.#record.folder, this.kind, this.model);
  }

  async #fill(): Promise<void> {
    const { rows } = this.#with;
    const page = rows.after(this.kind, this.model, this.#watermark, rowsAtOnce);
    const last = page.at(-1);
    if (last) {
      await this.#give(last.id, page.flatMap(putIfThere));
      return;
    }
    await this.#give(following + this.#record.fillFrom, []);
    this.#followed = this.#record.fillFrom;
  }

  async #follow(): Promise<void> {
    const { log } = this.#with;
    const end = log.last();
    const changes = log.after(this.kind, this.#followed, changesAtOnce);
    const last = changes.length < changesAtOnce ? end : (changes.at(-1)?.seq ?? end);
    if (changes.length > 0 || last - (this.#watermark - following) >= watermarkSteps) {
      const vectors = new Set(changes.flatMap(({ id, what }) => (what === 'vector' ? [id] : [])));
      const attributes = new Set(changes.flatMap(({ id }) => (vectors.has(id) ? [] : [id])));
      const operations = [
        ...(await this.#read([...vectors], { vectors: true })),
        ...(await this.#read([...attributes], { vectors: false })),
      ];
      await this.#give(following + last, operations);
    }
    this.#followed = last;
  }

  /**
   * Reads the current rows. They may be newer than the change that is being applied: then the log also contains a later
   * change.
   */
  async #read(ids: readonly number[], { vectors }: { vectors: boolean }): Promise<VectorOperation[]> {
    const operations: VectorOperation[] = [];
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const batch = ids.slice(at, at + rowsAtOnce);
      const found = this.#with.rows.some(this.kind, this.model, batch, { vectors });
      const rows = new Map(found.map((row) => [row.id, row]));
      for (const id of batch) operations.push(operationFor(id, rows.get(id), vectors));
      await letOthersRun(this.#closing.signal);
    }
    return operations;
  }

  async #give(watermark: number, operations: readonly VectorOperation[]): Promise<void> {
    this.#with.records.hand(this.kind, this.model.model, watermark);
    await this.#index.apply(BigInt(watermark), operations);
    this.#watermark = watermark;
    await letOthersRun(this.#closing.signal);
  }
}

const newFolder = (kind: VectorKind): string => `${kind}-${randomBytes(6).toString('hex')}`;

/** @throws DomainError not_ready, if the provider would write the vectors of an encrypted library unencrypted */
async function openIn(
  { provider, folder, key }: FollowedIndexParts,
  name: string,
  kind: VectorKind,
  model: CurrentModel,
): Promise<VectorIndex> {
  if (key && provider.encryptsCaches !== true) {
    const message =
      'The plugin that searches vectors cannot encrypt what it keeps, so this encrypted library does not use it: take it out of PLUGINS, or install a version that can.';
    throw new DomainError('not_ready', message);
  }
  return provider.open({ kind, ...model, cacheDir: join(folder, name), ...(key && { key }) });
}

function putIfThere({ id, vector, attributes }: VectorRow): VectorOperation[] {
  return vector ? [{ type: 'put', id, vector, attributes }] : [];
}

function operationFor(id: number, row: VectorRow | undefined, withVector: boolean): VectorOperation {
  if (!row) return { type: 'delete', id };
  const { vector, attributes } = row;
  if (!withVector) return { type: 'attributes', id, attributes };
  return vector ? { type: 'put', id, vector, attributes } : { type: 'delete', id };
}
