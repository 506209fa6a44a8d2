import { isSourceError, SourceError } from '../../plugin-api/errors.ts';
import type { PhotoSource, SourceHealth } from '../../plugin-api/photo-source.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';
import type { KnownSource } from '../../store/sources.ts';
import type { MassLoss } from '../../store/sync-state.ts';
import type { PauseRecord } from '../pause-record.ts';
import type { PauseReason } from '../progress.ts';
import { cycleError, TransientError } from '../transient-error.ts';
import { CheckedSource } from './checked-source.ts';
import type { HeldSync } from './held-sync.ts';
import type { LossConfirmation } from './loss-guard.ts';
import type { LossOfSource, ShownLoss } from './loss-of-source.ts';
import { firstPatience, progressOf, Seat, type SourceSync } from './source-seat.ts';
import { healthOf } from './sync.ts';
import type { SyncResult } from './sync-result.ts';

/** A photo source that a loaded plugin provides. */
interface Provided {
  readonly plugin: string;
  readonly source: PhotoSource;
}

/** Which sources the library has, and which plugin provides each. */
interface SourcesOfLibrary {
  readonly provided: readonly Provided[];
  readonly known: readonly KnownSource[];
  /** The source that the library has, where it has no other and never had. */
  readonly only: KnownSource | undefined;
  enrol(plugin: string, storeId: string): KnownSource;
}

interface Dependencies {
  readonly sources: SourcesOfLibrary;
  readonly syncOf: (known: KnownSource, source: () => PhotoSource) => SourceSync;
  /** Lets the photos go of a source that nobody provides any more, if an admin has said so. */
  readonly leave: (known: KnownSource, signal: AbortSignal) => Promise<void>;
  readonly pauses: () => PauseRecord;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Told when a source is put aside because it seems to be away. */
  readonly onAway: (plugin: string) => void;
}

type Ended =
  | { readonly result: SyncResult }
  | { readonly trouble: TransientError }
  /** No source is to blame for. */
  | { readonly broken: unknown };

const tooSlow = (seconds: number): SourceError =>
  new SourceError('timeout', `The photo source did not answer within ${seconds} seconds.`);

/** Seconds: of several sources, one that is silent over how it is does not hold up the others for longer. */
const healthTimeout = 5;

/**
 * Syncs all sources of the library, side by side. With one, it is that sync and nothing else. Of several, one that is away,
 * or whose loss waits for an admin, is left out until it is well, and holds up no other.
 */
export class SyncRound {
  readonly #with: Dependencies;
  readonly #seats = new Map<string, Seat>();
  #readable: readonly number[] = [];

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The sources whose photos may be read now, by their ids. */
  get readable(): readonly number[] {
    return this.#with.sources.only ? [this.#with.sources.only.id] : this.#readable;
  }

  /** All whose place in the library is known. */
  get members(): readonly SourceSync[] {
    return this.#present().flatMap(({ member }) => member ?? []);
  }

  /** Whether originals of a source cost; where one's do, all are read sparingly. */
  get isMetered(): boolean {
    return this.members.some(({ state }) => state.get('originals') === 'metered');
  }

  /** Whether nothing can be done before an admin agrees to a loss. */
  get isHeld(): boolean {
    const { members } = this;
    return members.length > 0 && members.every(({ held }) => held.isHeld);
  }

  /** When each source was last read to its end, in epoch seconds; undefined while that is still to come for one. */
  get lastSyncAt(): number | undefined {
    const times = this.#present().map(({ member }) => member?.state.get('last_sync_at'));
    return times.includes(undefined) ? undefined : Math.min(...times.map(Number));
  }

  /** What is in the way of one of several sources. */
  get trouble(): PauseReason | null {
    if (this.#with.sources.only) return null;
    const [first] = this.#present().flatMap(({ plugin, pauses: { present } }) =>
      present ? [{ plugin, present }] : [],
    );
    return first ? { ...first.present, message: `${first.plugin}: ${first.present.message}` } : null;
  }

  /** The loss that waits for an admin's word. */
  waiting(): LossOfSource | null {
    const [first] = this.#losses();
    if (!first) return null;
    return this.#with.sources.only ? first.loss : { ...first.loss, source: first.plugin };
  }

  /** An admin agrees to what they were shown; the next sync carries it out. */
  confirm(shown: ShownLoss): LossConfirmation {
    const losses = this.#losses();
    const meant = losses.find(({ plugin }) => plugin === shown.source) ?? losses[0];
    return meant?.held.confirm(shown) ?? { agreed: false, waiting: null };
  }

  /** Sources that are left out are asked again by the next round. */
  retryAll(): void {
    for (const seat of this.#seats.values()) seat.resumeAt = 0;
  }

  /** @throws TransientError or SourceError when no source can be read */
  async run(signal: AbortSignal): Promise<SyncResult> {
    const { sources, clock } = this.#with;
    const present = this.#present();
    const [first] = present;
    if (sources.only && first?.member) {
      const result = await first.member.sync.run(signal);
      first.member.held.hold(result.held);
      const storeId = first.member.state.get('store_id');
      if (storeId !== undefined) sources.enrol(first.plugin, storeId);
      return result;
    }
    for (const known of sources.known) {
      if (!present.some(({ plugin }) => plugin === known.plugin)) await this.#with.leave(known, signal);
    }
    // Those that were not put aside since have shown that their photos can be read.
    for (const seat of present) {
      if (seat.member && this.#readable.includes(seat.member.id)) seat.isDoubted = false;
    }
    const ended = await this.#runAll(present, signal);
    // Not before all have ended: what goes on in the background would write while others do.
    for (const end of ended) if ('broken' in end) throw end.broken;
    const results = ended.flatMap((end) => ('result' in end ? [end.result] : []));
    this.#readable = present.flatMap(({ member }, at) => {
      const end = ended[at];
      return member && end && 'result' in end && !end.result.held ? [member.id] : [];
    });
    if (this.#readable.length === 0) {
      const troubled = ended.find((end) => 'trouble' in end);
      if (troubled) throw troubled.trouble;
    }
    const albumTrouble = results.find((result) => result.albumTrouble)?.albumTrouble;
    const resumeAt = Math.min(...present.map((seat) => seat.resumeAt).filter((at) => at > clock()));
    return {
      more: results.some(({ more }) => more),
      held: this.#readable.length === 0 ? (results.find(({ held }) => held)?.held ?? null) : null,
      filling: results.some(({ filling }) => filling === true),
      ...(albumTrouble && { albumTrouble }),
      ...(Number.isFinite(resumeAt) && { resumeAt }),
    };
  }

  /**
   * Leaves out the source that is to blame for an error, if it is one of several.
   * @param id of the source that has failed
   * @returns whether the work can go on with the others
   */
  setAside(id: number | undefined, error: unknown): boolean {
    const seat = this.#present().find(({ member }) => member !== undefined && member.id === id);
    if (this.#with.sources.only || !seat?.member || !this.#readable.includes(seat.member.id)) return false;
    this.#pause(seat, cycleError(error));
    seat.isDoubted = true;
    this.#readable = this.#readable.filter((other) => other !== id);
    return this.#readable.length > 0;
  }

  /** Once one has been read, the others have a while to end; they go on in the next round. */
  async #runAll(present: readonly Seat[], signal: AbortSignal): Promise<Ended[]> {
    const timers: NodeJS.Timeout[] = [];
    const turns = present.map((seat) => ({ seat, over: new AbortController() }));
    const ended = await Promise.all(
      turns.map(async ({ seat, over }) => {
        const end = await this.#runOne(seat, signal, over.signal);
        if ('result' in end && timers.length === 0) {
          timers.push(
            ...turns.map((turn) =>
              setTimeout(() => {
                turn.over.abort(tooSlow(turn.seat.patience / 1000));
              }, turn.seat.patience),
            ),
          );
        }
        return end;
      }),
    );
    for (const timer of timers) clearTimeout(timer);
    return ended;
  }

  async #runOne(seat: Seat, stopping: AbortSignal, over: AbortSignal): Promise<Ended> {
    const signal = AbortSignal.any([stopping, over]);
    const { present } = seat.pauses;
    if (present && this.#with.clock() < seat.resumeAt) {
      return { trouble: new TransientError(present.code, present.message) };
    }
    let begun: string | undefined;
    try {
      const { storeId } = await this.#healthOf(seat, signal);
      seat.member ??= this.#enrol(seat.plugin, storeId);
      seat.member.state.delete('leaving');
      begun = progressOf(seat.member);
      const result = await seat.member.sync.run(signal);
      seat.member.held.hold(result.held);
      if (!seat.isDoubted) seat.pauses.clear();
      seat.resumeAt = 0;
      seat.patience = firstPatience;
      return { result };
    } catch (error) {
      if (stopping.aborted || !(over.aborted || isSourceError(error))) return { broken: error };
      if (over.aborted && seat.member && begun !== undefined && progressOf(seat.member) !== begun) {
        return { result: { more: true, held: null } };
      }
      if (over.aborted) seat.patience *= 2;
      const trouble = cycleError(error);
      this.#pause(seat, trouble);
      return { trouble };
    }
  }

  #healthOf({ plugin, member }: Seat, signal: AbortSignal): Promise<SourceHealth> {
    const source = member?.checked ?? new CheckedSource(this.#sourceOf(plugin));
    return withinTime((limit) => healthOf(source, limit), {
      ms: healthTimeout * 1000,
      signals: [signal],
      tooLate: () => tooSlow(healthTimeout),
    });
  }

  #pause(seat: Seat, trouble: TransientError): void {
    seat.resumeAt = this.#with.clock() + seat.pauses.pause(trouble);
    seat.pauses.report(trouble, seat.resumeAt);
    if (seat.pauses.isSourceAway) this.#with.onAway(seat.plugin);
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

  /** A seat for each loaded plugin, with what the library knows of its source. */
  #present(): Seat[] {
    const { sources, pauses, syncOf } = this.#with;
    return sources.provided.map(({ plugin }) => {
      const seat = this.#seats.get(plugin) ?? new Seat(plugin, pauses());
      this.#seats.set(plugin, seat);
      const known = sources.only ?? sources.known.find((other) => other.plugin === plugin);
      if (known) seat.member ??= syncOf(known, this.#sourceOf(plugin));
      return seat;
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
