import type { CurrentModel, CurrentModels } from '../../store/models/current-models.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { ClustererReads } from '../../store/people/clusterer-reads.ts';
import type { FaceOwners } from '../../store/people/face-owners.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonSums } from '../../store/people/person-sums.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import type { BackgroundTask } from '../../threads/background-task.ts';
import { strictThresholds } from '../../domain/likeness.ts';
import { letOthersRun } from '../../threads/pause.ts';
import { FaceBatchReader } from './face-batch.ts';
import { LinkageThread } from './linkage.ts';
import { nearFaces, type FaceVectors } from './near-faces.ts';
import { PeopleWriter } from './people-writer.ts';

interface Dependencies {
  readonly groups: ClustererReads;
  readonly owners: FaceOwners;
  readonly people: People;
  readonly decisions: Decisions;
  readonly sums: PersonSums;
  readonly models: CurrentModels;
  readonly state: SyncState;
  readonly vectors: FaceVectors;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** New faces that are grouped together; some 10 MB. With more, the order in which faces came would matter less. */
const BATCH = 1000;

/** Moves of faces that are summed in one go: a few milliseconds. */
const MOVES_AT_ONCE = 500;

/** Ids of faces that are marked to be examined again in one step. */
const IDS_AT_ONCE = 2000;

/**
 * Groups faces into people: by average linkage of the new faces with the loose faces and people that they resemble, under
 * the rules of `linkFaces`. Decisions are never touched, and people are never taken apart. A face that is not new costs
 * nothing unless a new one resembles it.
 *
 * The same library in the same order gives the same people. A run that is cut off has written whole clusters, and the next
 * run goes on with the faces that are not examined.
 */
export class PeopleClusterer implements BackgroundTask {
  readonly name = 'people';
  readonly #with: Dependencies;
  readonly #reader: FaceBatchReader;
  readonly #writer: PeopleWriter;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#reader = new FaceBatchReader({ ...dependencies, store: dependencies.groups });
    this.#writer = new PeopleWriter(dependencies);
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#follow(signal);
    const current = this.#with.models.of('face');
    if (!current) return;
    await this.#beginAnew(current.model, signal);
    const thread = new LinkageThread();
    try {
      const examinedUpTo = await this.#lastExamined(signal);
      let last: number | null = 0;
      while (last !== null) last = await this.#nextBatch(current, { after: last, examinedUpTo }, thread, signal);
    } finally {
      await thread.close();
    }
  }

  /** @returns the last face of the batch; null when there are no new faces, or no vector indexes to compare them by */
  async #nextBatch(
    { model, thresholds }: CurrentModel,
    { after, examinedUpTo }: { after: number; examinedUpTo: number },
    thread: LinkageThread,
    signal: AbortSignal,
  ): Promise<number | null> {
    const { groups, vectors } = this.#with;
    const { edge, link } = thresholds ?? strictThresholds;
    const fresh = groups.newFaces(model, after, BATCH);
    const last = fresh.at(-1);
    if (!last) return null;
    const near = await nearFaces(vectors, fresh, { edge, examinedUpTo, signal });
    if (!near || !this.#isCurrent(model)) return null;
    const batch = await this.#reader.read(fresh, near, { model, link, signal });
    const roots = await thread.link(batch.question, signal);
    if (!this.#isCurrent(model)) return null;
    await this.#writer.write(batch, roots, { fresh, model, signal });
    await this.#follow(signal);
    return last.id;
  }

  /** Embeddings of two models cannot be compared: nothing is grouped while another model takes over. */
  #isCurrent(model: string): boolean {
    const { models, vectors } = this.#with;
    return vectors.current('face')?.model === model && models.of('face')?.model === model;
  }

  /** With another model, faces that the model before left unassigned are examined again. */
  async #beginAnew(model: string, signal: AbortSignal): Promise<void> {
    const { state, owners } = this.#with;
    if (state.get('clustered_by') === model) return;
    let last: number | null = 0;
    while (last !== null) {
      last = owners.examineLoose(last, IDS_AT_ONCE);
      await letOthersRun(signal);
    }
    state.set('clustered_by', model);
  }

  /** The last face that was examined, of an owner or of none; 0 without one. Faces that are new are behind it, as a rule. */
  async #lastExamined(signal: AbortSignal): Promise<number> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const { examined, first } = this.#with.groups.lastExamined(before, IDS_AT_ONCE);
      if (examined !== null || first === null) return examined ?? 0;
      before = first;
      await letOthersRun(signal);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (this.#with.sums.follow(MOVES_AT_ONCE) > 0) await letOthersRun(signal);
  }
}
