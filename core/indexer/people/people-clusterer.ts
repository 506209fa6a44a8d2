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

/** New faces per batch; some 10 MB. With more, the order in which faces were added would matter less. */
const BATCH = 1000;

/** Moved faces whose embeddings are summed per step, which takes a few milliseconds. */
const MOVES_AT_ONCE = 500;

/** Ids of faces that are marked for another examination per step. */
const IDS_AT_ONCE = 2000;

/**
 * Groups faces into people: by average linkage of the new faces with the loose faces and people that resemble them, with
 * the rules of `linkFaces`. It never changes decisions, and never splits people. A face that is not new costs nothing
 * unless a new one resembles it.
 *
 * The same library in the same order results in the same people. An interrupted run has written complete clusters, and the
 * next run continues with the faces that were not examined.
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

  /** @returns the last face of the batch; null if there are no new faces, or no vector indexes for comparing them */
  async #nextBatch(
    { model, thresholds }: CurrentModel,
    { after, examinedUpTo }: { after: number; examinedUpTo: number },
    thread: LinkageThread,
    signal: AbortSignal,
  ): Promise<number | null> {
    const { groups, vectors } = this.#with;
    const { edge, link } = thresholds ?? strictThresholds;
    const newFaces = groups.newFaces(model, after, BATCH);
    const last = newFaces.at(-1);
    if (!last) return null;
    const near = await nearFaces(vectors, newFaces, { edge, examinedUpTo, signal });
    if (!near || !this.#isCurrent(model)) return null;
    const batch = await this.#reader.read(newFaces, near, { model, link, signal });
    const roots = await thread.link(batch.question, signal);
    if (!this.#isCurrent(model)) return null;
    await this.#writer.write(batch, roots, { fresh: newFaces, model, signal });
    await this.#follow(signal);
    return last.id;
  }

  /** Embeddings of two models cannot be compared, so nothing is grouped while another model takes over. */
  #isCurrent(model: string): boolean {
    const { models, vectors } = this.#with;
    return vectors.current('face')?.model === model && models.of('face')?.model === model;
  }

  /** After a change of the model, faces that were left unassigned with the previous model are examined again. */
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

  /** The id of the last examined face, with an owner or without; 0 if there is none. New faces usually have higher ids. */
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
