import type { ScanStatus } from '../../catalog.ts';
import { LossGuard } from '../../scan/loss-guard.ts';
import type { ScanLog } from '../../scan/scanner.ts';
import { StoreFault } from '../../scan/store-fault.ts';
import { PhotoRecords } from '../journal/photo-records.ts';
import type { ProtonJournal } from '../journal/proton-journal.ts';
import { UpstreamFailure } from '../wire/failure.ts';
import type { Upstream } from '../wire/upstream.ts';
import { Heartbeat } from './heartbeat.ts';
import { NodeQuestions } from './ask-nodes.ts';
import { NodePass } from './node-pass.ts';
import { NodeReader } from './read-nodes.ts';
import { readList, type ReadList } from './read-list.ts';
import { settleMissing } from './settle-missing.ts';
import { UpstreamCondition } from './upstream-condition.ts';

interface Options {
  readonly upstream: Upstream;
  readonly journal: ProtonJournal;
  readonly records: PhotoRecords;
  readonly condition: UpstreamCondition;
  /** The minimum of seconds from the end of a list to the start of the next one. */
  readonly scanInterval: number;
  readonly log: ScanLog;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A slow list is requested less often: the pause is this multiple of the last list's duration. */
const listingShare = 4;
/** Photos whose nodes are requested together. */
const batch = 1000;

/**
 * Keeps the journal in step with the library that the upstream lists.
 *
 * ```
 * starting → scanning ⇄ ready    health → list → complete? → new photos → albums → missing photos → nodes, as time permits
 *               └── a failure ends the round; photos that were not requested stay as they were
 * ```
 */
export class ProtonScanner {
  readonly #options: Options;
  readonly #questions: NodeQuestions;
  readonly #nodes: NodeReader;
  readonly #pass: NodePass;
  readonly #guard: LossGuard;
  readonly #heartbeat: Heartbeat;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #asked = false;
  #listingTime = 0;

  constructor(options: Options) {
    this.#options = options;
    const { upstream, journal, records, condition, log } = options;
    const now = (): number => this.#now();
    this.#questions = new NodeQuestions({ upstream, condition, anyKnown: () => this.#pass.anyUid() });
    this.#nodes = new NodeReader({ questions: this.#questions, records, now });
    this.#pass = new NodePass({ journal, nodes: this.#nodes, now });
    this.#guard = new LossGuard(journal);
    this.#heartbeat = new Heartbeat({
      ...{ upstream, condition, log },
      probe: (signal) => this.#questions.probe(signal),
      onReturn: () => {
        this.#wakeSoon();
      },
    });
    if (!journal.isFilled) condition.setFilling('The bridge reads the list of the library for the first time.');
  }

  /** Starts with a list at once. */
  start(): void {
    this.#wakeSoon();
  }

  /** Starts a list and a pass over all nodes now, or right after the current work. */
  wake(): void {
    this.#pass.askAgain();
    this.#wakeSoon();
  }

  /** Stops after the current write. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all([this.#running, this.#heartbeat.stop()]);
  }

  status(): ScanStatus {
    const { journal, condition } = this.#options;
    const state = !journal.isFilled ? 'starting' : this.#running ? 'scanning' : 'ready';
    return { state, lastScanAt: journal.state.get('listed_at') ?? null, condition: condition.current };
  }

  #wakeSoon(): void {
    if (this.#stopping.signal.aborted) return;
    this.#asked = true;
    this.#running ??= this.#scanWhileAsked();
  }

  async #scanWhileAsked(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.resolve();
    const signal = this.#stopping.signal;
    let isInStep: boolean;
    do {
      this.#asked = false;
      isInStep = await this.#guarded(() => this.#scanOnce(signal));
    } while (this.#isAsked() && !signal.aborted);
    const next = Math.max(this.#options.scanInterval * 1000, this.#listingTime * listingShare);
    // A pass over a million nodes must not delay the next list.
    const end = performance.now() + next;
    if (isInStep && !signal.aborted) {
      await this.#guarded(async () => {
        await this.#pass.go(() => this.#isAsked() || performance.now() >= end, signal);
        return true;
      });
    }
    this.#running = undefined;
    if (signal.aborted) return;
    if (this.#isAsked()) {
      this.#wakeSoon();
      return;
    }
    const wait = Math.max(0, end - performance.now());
    this.#timer = setTimeout(() => {
      this.#wakeSoon();
    }, wait + 20);
    this.#timer.unref();
  }

  /** Whether another list was requested in the meantime. */
  #isAsked(): boolean {
    return this.#asked;
  }

  /** Runs `work`, and handles its errors. @returns its result; false if it failed */
  async #guarded(work: () => Promise<boolean>): Promise<boolean> {
    const { condition, log } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      if (error instanceof StoreFault) {
        log.warn({ reason: error.reason }, error.message);
        condition.setFault(error);
      } else if (error instanceof UpstreamFailure) {
        log.warn({ kind: error.kind }, error.message);
        await this.#failed(error);
      } else {
        log.error({ err: error }, 'Scan failed');
        condition.setRemark('The bridge failed while it read the library: see its log.');
      }
      return false;
    }
  }

  /**
   * If a list fails, either the list or Proton is the cause: a test request decides. For nodes, that was already decided.
   */
  async #failed(failure: UpstreamFailure): Promise<void> {
    const { condition } = this.#options;
    if (!failure.isOfQuestion) condition.failed(failure);
    else if (!condition.isDoubted) {
      this.#tell(`The library could not be listed, which is tried again: ${failure.message}`);
      await this.#questions.probe(this.#stopping.signal).catch(() => undefined);
    }
  }

  /** Shows people why the journal is not in sync with the library. */
  #tell(sentence: string): void {
    const { journal, condition } = this.#options;
    if (journal.isFilled) condition.setRemark(sentence);
    else condition.setFilling(sentence);
  }

  /** @returns whether the list was complete and everything was updated */
  async #scanOnce(signal: AbortSignal): Promise<boolean> {
    const { upstream, journal, records, condition, log } = this.#options;
    await this.#heartbeat.beat();
    if (!condition.isAnswering) return false;
    const began = performance.now();
    const list = await readList(upstream, journal, signal).finally(() => {
      this.#listingTime = performance.now() - began;
    });
    if (!list.isWhole) {
      const refusal = refusalOf(list);
      log.warn({ photos: list.photos, odd: list.odd }, refusal);
      this.#tell(refusal);
      return false;
    }
    condition.answered();
    condition.setRemark(undefined);
    await list.listed.compare(this.#now(), signal);
    const photosRead = await this.#readNew(list, signal);
    await this.#readAlbums(signal);
    if (!journal.isFilled) {
      // The first list has requested all nodes, so it counts as the first pass.
      this.#pass.isThrough();
      journal.state.set('filled_at', this.#now());
      condition.setFilling(undefined);
    }
    const deps = { journal, records, questions: this.#questions, guard: this.#guard, now: () => this.#now() };
    await settleMissing(deps, list.listed, list.photos === 0, signal);
    condition.setFault(undefined);
    journal.state.set('listed_at', this.#now());
    const milliseconds = Math.round(performance.now() - began);
    log.info({ milliseconds, read: photosRead, ...journal.counts() }, 'Library listed');
    return true;
  }

  /** If the albums cannot be read, they do not change: photos do not depend on them. */
  async #readAlbums(signal: AbortSignal): Promise<void> {
    const { upstream, records, condition, log } = this.#options;
    try {
      const albums = await upstream.albums(signal);
      records.transact(this.#now(), () => {
        records.albums.take(albums, this.#now());
      });
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || error.kind === 'unreachable') throw error;
      log.warn({ kind: error.kind }, `Albums not read: ${error.message}`);
      condition.setRemark('The albums could not be read; they are asked for again.');
    }
  }

  /** @returns how many photos were requested */
  async #readNew({ listed, photos }: ReadList, signal: AbortSignal): Promise<number> {
    const { journal, condition } = this.#options;
    const total = listed.countWanted;
    let photosRead = 0;
    for (let after = 0; ;) {
      const page = listed.wanted(after, batch);
      const last = page.at(-1);
      if (!last) return photosRead;
      after = last.id;
      if (!journal.isFilled) {
        const knownCount = photos - total + photosRead;
        condition.setFilling(
          `The library is being read for the first time: ${knownCount} of ${photos} photos are known.`,
        );
      }
      await this.#nodes.readListed(page, this.#pass.current, signal);
      listed.asked(after);
      photosRead += page.length;
    }
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1000);
  }
}

function refusalOf({ photos, odd }: ReadList): string {
  if (odd === 0) return `Proton’s list ended early (after ${photos} photos): nothing is changed until one is whole.`;
  const lines = odd === 1 ? '1 line of Proton’s list is' : `${odd} lines of Proton’s list are`;
  return `${lines} not understood, and nothing is changed: see whether there is a newer version of this bridge.`;
}
