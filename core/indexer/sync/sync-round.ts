import type { ShownLoss } from '../../domain/mass-loss.ts';
import { isSourceError, SourceError } from '../../plugin-api/errors.ts';
import type { PhotoSource, SourceHealth } from '../../plugin-api/photo-source.ts';
import { linkedSignal, withinTime } from '../../plugin-api/toolkit/index.ts';
import type { KnownSource } from '../../store/sources.ts';
import type { MassLoss } from '../../store/sync-state.ts';
import type { PauseRecord } from '../pause-record.ts';
import type { LossOfSource, PauseReason } from '../progress.ts';
import { cycleError, TransientError } from '../transient-error.ts';
import { CheckedSource } from './checked-source.ts';
import type { HeldSync } from './held-sync.ts';
import type { LossConfirmation } from './loss-guard.ts';
import { firstPatience, progressOf, RoundSource, type SourceSync } from './round-source.ts';
import { healthOf } from './sync.ts';
import type { SyncResult } from './sync-result.ts';

/** A photo source that a loaded plugin provides. */
interface ProvidedSource {
  readonly plugin: string;
  readonly source: PhotoSource;
}

/** Which sources the library has, and which plugin provides each. */
interface SourcesOfLibrary {
  readonly provided: readonly ProvidedSource[];
  readonly known: readonly KnownSource[];
  /** The only source that the library has ever had; undefined when it has had several. */
  readonly only: KnownSource | undefined;
  enrol(plugin: string, storeId: string): KnownSource;
}

interface Dependencies {
  readonly sources: SourcesOfLibrary;
  readonly syncOf: (known: KnownSource, source: () => PhotoSource) => SourceSync;
  /** Removes the photos of a source without a plugin, if an admin has asked for that. */
  readonly leave: (known: KnownSource, signal: AbortSignal) => Promise<void>;
  readonly pauses: () => PauseRecord;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Called when a source is paused because it seems to be unreachable. */
  readonly onAway: (plugin: string) => void;
}

type SyncOutcome =
  | { readonly result: SyncResult }
  | { readonly trouble: TransientError }
  /** An error that no source has caused. */
  | { readonly broken: unknown };

const tooSlow = (seconds: number): SourceError =>
  new SourceError('timeout', `The photo source did not answer within ${seconds} seconds.`);

/** Seconds in which each of several sources has to report its health, so that it does not delay the others for longer. */
const healthTimeout = 5;

/**
 * Syncs all sources of the library concurrently. If there is only one, this is the same as its sync. Of several, a source
 * that is unreachable, or whose loss waits for an admin, is skipped until it is healthy, and does not delay the others.
 */
export class SyncRound {
  readonly #with: Dependencies;
  readonly #roundSources = new Map<string, RoundSource>();
  #readable: readonly number[] = [];

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The sources whose photos may be read now, by their ids. */
  get readable(): readonly number[] {
    return this.#with.sources.only ? [this.#with.sources.only.id] : this.#readable;
  }

  /** The sources whose id in the library is known. */
  get members(): readonly SourceSync[] {
    return this.#present().flatMap(({ member }) => member ?? []);
  }

  /** Whether originals of any source are costly; then originals of all sources are read sparingly. */
  get isMetered(): boolean {
    return this.members.some(({ state }) => state.get('originals') === 'metered');
  }

  /** Whether all sources wait until an admin agrees to a loss. */
  get isHeld(): boolean {
    const { members } = this;
    return members.length > 0 && members.every(({ held }) => held.isHeld);
  }

  /** Epoch seconds: each source was last read completely at this time or later; undefined if one never was. */
  get lastSyncAt(): number | undefined {
    const times = this.#present().map(({ member }) => member?.state.get('last_sync_at'));
    return times.includes(undefined) ? undefined : Math.min(...times.map(Number));
  }

  /** The error of one of several sources. */
  get trouble(): PauseReason | null {
    if (this.#with.sources.only) return null;
    const [first] = this.#present().flatMap(({ plugin, pauses: { present } }) =>
      present ? [{ plugin, present }] : [],
    );
    return first ? { ...first.present, message: `${first.plugin}: ${first.present.message}` } : null;
  }

  /** The loss that waits for an admin's consent. */
  waiting(): LossOfSource | null {
    const [first] = this.#losses();
    if (!first) return null;
    return this.#with.sources.only ? first.loss : { ...first.loss, source: first.plugin };
  }

  /** An admin agrees to the loss that was shown. The next sync carries it out. */
  confirm(shownLoss: ShownLoss): LossConfirmation {
    const losses = this.#losses();
    const loss = losses.find(({ plugin }) => plugin === shownLoss.source) ?? losses[0];
    return loss?.held.confirm(shownLoss) ?? { agreed: false, waiting: null };
  }

  /** The next round asks the skipped sources again. */
  retryAll(): void {
    for (const source of this.#roundSources.values()) source.resumeAt = 0;
  }

  /** @throws TransientError or SourceError when no source can be read */
  async run(signal: AbortSignal): Promise<SyncResult> {
    const { sources, clock } = this.#with;
    const roundSources = this.#present();
    const [first] = roundSources;
    if (sources.only && first?.member) {
      const result = await first.member.sync.run(signal);
      first.member.held.hold(result.held);
      const storeId = first.member.state.get('store_id');
      if (storeId !== undefined) sources.enrol(first.plugin, storeId);
      return result;
    }
    for (const knownSource of sources.known) {
      if (!roundSources.some(({ plugin }) => plugin === knownSource.plugin))
        await this.#with.leave(knownSource, signal);
    }
    // Photos could be read from all sources that were not paused in the meantime.
    for (const source of roundSources) {
      if (source.member && this.#readable.includes(source.member.id)) source.isDoubted = false;
    }
    const ends = await this.#runAll(roundSources, signal);
    // Thrown only when all have ended: a sync that continued in the background would write concurrently with other tasks.
    for (const end of ends) if ('broken' in end) throw end.broken;
    const results = ends.flatMap((end) => ('result' in end ? [end.result] : []));
    this.#readable = roundSources.flatMap(({ member }, at) => {
      const end = ends[at];
      return member && end && 'result' in end && !end.result.held ? [member.id] : [];
    });
    if (this.#readable.length === 0) {
      const trouble = ends.find((end) => 'trouble' in end);
      if (trouble) throw trouble.trouble;
    }
    const albumTrouble = results.find((result) => result.albumTrouble)?.albumTrouble;
    const resumeAt = Math.min(...roundSources.map((source) => source.resumeAt).filter((at) => at > clock()));
    return {
      more: results.some(({ more }) => more),
      held: this.#readable.length === 0 ? (results.find(({ held }) => held)?.held ?? null) : null,
      filling: results.some(({ filling }) => filling === true),
      ...(albumTrouble && { albumTrouble }),
      ...(Number.isFinite(resumeAt) && { resumeAt }),
    };
  }

  /**
   * Skips a source that caused an error, if there are several.
   * @param id of the source that failed
   * @returns whether work can continue with the others
   */
  setAside(id: number | undefined, error: unknown): boolean {
    const source = this.#present().find(({ member }) => member !== undefined && member.id === id);
    if (this.#with.sources.only || !source?.member || !this.#readable.includes(source.member.id)) return false;
    this.#pause(source, cycleError(error));
    source.isDoubted = true;
    this.#readable = this.#readable.filter((other) => other !== id);
    return this.#readable.length > 0;
  }

  /** When one source has been read, the others get a few seconds to end. They continue in the next round. */
  async #runAll(roundSources: readonly RoundSource[], signal: AbortSignal): Promise<SyncOutcome[]> {
    const timers: NodeJS.Timeout[] = [];
    const turns = roundSources.map((source) => ({ source, over: new AbortController() }));
    const ends = await Promise.all(
      turns.map(async ({ source, over }) => {
        const end = await this.#runOne(source, signal, over.signal);
        if ('result' in end && timers.length === 0) {
          timers.push(
            ...turns.map((turn) =>
              setTimeout(() => {
                turn.over.abort(tooSlow(turn.source.patience / 1000));
              }, turn.source.patience),
            ),
          );
        }
        return end;
      }),
    );
    for (const timer of timers) clearTimeout(timer);
    return ends;
  }

  async #runOne(source: RoundSource, stopping: AbortSignal, over: AbortSignal): Promise<SyncOutcome> {
    const { present } = source.pauses;
    if (present && this.#with.clock() < source.resumeAt) {
      return { trouble: new TransientError(present.code, present.message) };
    }
    let begun: string | undefined;
    const { signal, release } = linkedSignal(stopping, over);
    try {
      const { storeId } = await this.#healthOf(source, signal);
      source.member ??= this.#enrol(source.plugin, storeId);
      source.member.state.delete('leaving');
      begun = progressOf(source.member);
      const result = await source.member.sync.run(signal);
      source.member.held.hold(result.held);
      if (!source.isDoubted) source.pauses.clear();
      source.resumeAt = 0;
      source.patience = firstPatience;
      return { result };
    } catch (error) {
      if (stopping.aborted || !(over.aborted || isSourceError(error))) return { broken: error };
      if (over.aborted && source.member && begun !== undefined && progressOf(source.member) !== begun) {
        return { result: { more: true, held: null } };
      }
      if (over.aborted) source.patience *= 2;
      const trouble = cycleError(error);
      this.#pause(source, trouble);
      return { trouble };
    } finally {
      release();
    }
  }

  #healthOf({ plugin, member }: RoundSource, signal: AbortSignal): Promise<SourceHealth> {
    const source = member?.checked ?? new CheckedSource(this.#sourceOf(plugin));
    return withinTime((limit) => healthOf(source, limit), {
      ms: healthTimeout * 1000,
      signals: [signal],
      tooLate: () => tooSlow(healthTimeout),
    });
  }

  #pause(source: RoundSource, trouble: TransientError): void {
    source.resumeAt = this.#with.clock() + source.pauses.pause(trouble);
    source.pauses.report(trouble, source.resumeAt);
    if (source.pauses.isSourceAway) this.#with.onAway(source.plugin);
  }

  #enrol(plugin: string, storeId: string): SourceSync {
    return this.#with.syncOf(this.#with.sources.enrol(plugin, storeId), this.#sourceOf(plugin));
  }

  #losses(): { plugin: string; held: HeldSync; loss: MassLoss }[] {
    return this.#present().flatMap(({ plugin, member }) => {
      const loss = member?.held.waiting();
      return member && loss ? [{ plugin, held: member.held, loss }] : [];
    });
  }

  /** The source of each loaded plugin, and its sync once the library knows the source. */
  #present(): RoundSource[] {
    const { sources, pauses, syncOf } = this.#with;
    return sources.provided.map(({ plugin }) => {
      const source = this.#roundSources.get(plugin) ?? new RoundSource(plugin, pauses());
      this.#roundSources.set(plugin, source);
      const knownSource = sources.only ?? sources.known.find((other) => other.plugin === plugin);
      if (knownSource) source.member ??= syncOf(knownSource, this.#sourceOf(plugin));
      return source;
    });
  }

  #sourceOf(plugin: string): () => PhotoSource {
    return () => {
      const provided = this.#with.sources.provided.find((other) => other.plugin === plugin);
      if (!provided) throw new Error(`The plugin ${plugin} provides no photo source`);
      return provided.source;
    };
  }
}
