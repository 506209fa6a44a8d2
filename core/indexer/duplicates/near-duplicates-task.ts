import { groupAlike, type AlikeGroup } from '../../domain/duplicate-groups.ts';
import type { CurrentModels } from '../../store/models/current-models.ts';
import type { NearDuplicates, NearPair } from '../../store/photos/near-duplicates.ts';
import type { NearGroups } from '../../store/photos/near-groups.ts';
import type { Transact } from '../../store/transact.ts';
import type { BackgroundTask } from '../../threads/background-task.ts';
import { letOthersRun } from '../../threads/pause.ts';
import { HashComparer } from './compare-hashes.ts';

/** Milliseconds per transaction; the last photo in it may exceed them. */
const slice = 6;

/** Photos or pairs that are read at once. */
const batch = 64;

/** The most photos in one group. A longer chain of similar photos is cut arbitrarily. */
const maxPhotos = 2000;

/** Photos whose partners are read between two pauses. */
const readAtOnce = 50;

interface Dependencies {
  readonly pairs: NearDuplicates;
  readonly groups: NearGroups;
  readonly models: CurrentModels;
  readonly transact: Transact;
}

/**
 * Finds photos that are versions of one picture: compares new hashes with all others, compares the embeddings of the pairs,
 * and groups photos whose pairs have changed. The database contains the remaining work of each step, so an interrupted run
 * is continued by the next one.
 */
export class NearDuplicatesTask implements BackgroundTask {
  readonly name = 'near duplicates';
  readonly #with: Dependencies;
  readonly #comparer: HashComparer;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#comparer = new HashComparer(dependencies.pairs);
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#compare(signal);
    await this.#score(signal);
    await this.#group(signal);
  }

  async #compare(signal: AbortSignal): Promise<void> {
    const { pairs, transact } = this.#with;
    let hasMore = true;
    while (hasMore) {
      await letOthersRun(signal);
      hasMore = transact(() => {
        const photos = pairs.uncompared(batch);
        const end = performance.now() + slice;
        for (const photo of photos) {
          this.#comparer.compare(photo);
          if (performance.now() > end) break;
        }
        return photos.length > 0;
      });
    }
  }

  /** Scores pairs by the cosine of their embeddings, if the current model has analysed both photos. */
  async #score(signal: AbortSignal): Promise<void> {
    const { pairs, models, transact } = this.#with;
    const model = models.of('image')?.model;
    if (model === undefined) return;
    while (transact(() => pairs.forgetOtherModels(model, batch)) > 0) await letOthersRun(signal);
    let last: NearPair | undefined = { low: 0, high: 0 };
    while (last) {
      await letOthersRun(signal);
      const unscored: NearPair[] = pairs.unscored(last, batch);
      transact(() => {
        for (const pair of unscored) this.#scorePair(pair, model);
      });
      last = unscored.at(-1);
    }
  }

  #scorePair(pair: NearPair, model: string): void {
    const { pairs } = this.#with;
    const low = pairs.embedding(pair.low, model);
    const high = low && pairs.embedding(pair.high, model);
    if (low?.length !== high?.length || !low || !high) return;
    pairs.score(
      pair,
      low.reduce((sum, value, at) => sum + value * (high[at] ?? 0), 0),
      model,
    );
  }

  async #group(signal: AbortSignal): Promise<void> {
    const { groups, transact } = this.#with;
    const doneIds = new Set<number>();
    for (let [id] = groups.ungrouped(1); id !== undefined; [id] = groups.ungrouped(1)) {
      // A photo that was grouped in this run has changed since, so all photos are grouped again.
      if (doneIds.has(id)) doneIds.clear();
      const { photos, found } = await regroupAround(id, groups, doneIds, signal);
      transact(() => {
        groups.replace(photos, found);
      });
      for (const photo of photos) doneIds.add(photo);
      await letOthersRun(signal);
    }
  }
}

/**
 * Groups a photo and all photos that are connected with it by pairs.
 * @param doneIds photos that were already grouped in this run, and are left out
 * @returns the groups, and all photos that were compared, grouped or not
 */
async function regroupAround(
  start: number,
  groups: NearGroups,
  doneIds: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<{ photos: number[]; found: AlikeGroup[] }> {
  const pairs: { low: number; high: number }[] = [];
  const photos = new Set([start]);
  let readCount = 0;
  // The loop also visits photos that are added to the set while it runs.
  for (const low of photos) {
    for (const high of groups.partners(low)) {
      if (doneIds.has(high)) continue;
      pairs.push({ low, high });
      if (photos.size < maxPhotos) photos.add(high);
    }
    readCount += 1;
    if (readCount % readAtOnce === 0) await letOthersRun(signal);
  }
  const ranked = groups.ranked([...photos]).map(({ id }) => id);
  return { photos: [...photos], found: groupAlike(ranked, pairs) };
}
