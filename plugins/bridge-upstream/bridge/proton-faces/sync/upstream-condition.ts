import type { StoreCondition } from '../../driver.ts';
import { conditionAfter, type StoreFault } from '../../scan/store-fault.ts';
import { UpstreamFailure } from '../wire/failure.ts';

const good: StoreCondition = { reachable: true, loggedIn: true };

const unwell = (detail: string): StoreCondition => ({
  reachable: false,
  loggedIn: true,
  reason: 'unreachable',
  detail,
});

const loggedOut = (detail: string): StoreCondition => ({
  reachable: true,
  loggedIn: false,
  reason: 'logged_out',
  detail,
});

/** After this many downloads in a row with a timeout, the upstream is assumed to have no free place for them. */
const hungDownloads = 4;

/**
 * Condition of the library, from all observations. The upstream's own health covers only its own view: it may claim to
 * be logged in long after Proton has ended its session. So a failed request to Proton overrides it, until one succeeds.
 */
export class UpstreamCondition {
  #health: StoreCondition = unwell('The bridge has just started and has not asked the bridge of proton-faces yet.');
  #doubt: UpstreamFailure | undefined;
  #isSuspected = false;
  #fault: StoreFault | undefined;
  #filling: string | undefined;
  #remark: string | undefined;
  #timeouts = 0;

  get current(): StoreCondition {
    if (!this.#health.reachable || !this.#health.loggedIn) return this.#health;
    if (this.#doubt) return doubted(this.#doubt);
    const fault = this.#fault && conditionAfter(this.#fault);
    if (fault) return fault;
    if (this.#filling !== undefined) return unwell(this.#filling);
    const remarks = [this.#remark, this.#timeouts >= hungDownloads ? hung : undefined].filter(Boolean);
    return remarks.length === 0 ? good : { ...good, detail: remarks.join(' ') };
  }

  /** Whether the upstream reports to be healthy although Proton does not answer. */
  get isDoubted(): boolean {
    return this.#doubt !== undefined;
  }

  /** Whether something failed that may be the fault of one photo or of Proton: another request will tell. */
  get isSuspected(): boolean {
    return this.#isSuspected;
  }

  /** Whether the upstream answers and reports to be logged in: then it is worth requesting its lists. */
  get isAnswering(): boolean {
    return this.#health.reachable && this.#health.loggedIn;
  }

  /** The upstream answered the question after its health, or failed to. */
  heard(answer: { readonly loggedIn: boolean } | UpstreamFailure): void {
    if (answer instanceof UpstreamFailure) {
      this.#health = unwell(answer.message);
    } else {
      this.#health = answer.loggedIn
        ? good
        : loggedOut('The bridge of proton-faces is not logged in to Proton: give it a fresh session.');
    }
  }

  /** Proton answered a question. */
  answered(): void {
    this.#doubt = undefined;
    this.#isSuspected = false;
  }

  /** A question about one photo came to nothing. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** A question that is not about one photo came to nothing. */
  failed(failure: UpstreamFailure): void {
    if (failure.kind === 'unreachable' || failure.kind === 'stranger') this.heard(failure);
    else if (failure.kind !== 'busy') this.#doubt = failure;
  }

  /** A photo came to its end, or its download to none. */
  downloaded(outcome: 'whole' | 'timeout'): void {
    this.#timeouts = outcome === 'whole' ? 0 : this.#timeouts + 1;
  }

  /** A fault found in the lists: nothing is changed while it lasts. */
  setFault(fault: StoreFault | undefined): void {
    this.#fault = fault;
  }

  /** How far the first reading is, in a sentence; undefined once it is through. */
  setFilling(progress: string | undefined): void {
    this.#filling = progress;
  }

  /** A problem that does not stop the bridge, as a sentence for people. */
  setRemark(remark: string | undefined): void {
    this.#remark = remark;
  }
}

const hung =
  'Downloads from Proton come to no end: if that stays so, restart the bridge of proton-faces, or clear its cache in its own page.';

function doubted(failure: UpstreamFailure): StoreCondition {
  if (failure.kind === 'refused') return loggedOut(failure.message);
  return unwell(
    'The bridge of proton-faces says that it is logged in, and Proton does not answer its questions: if that stays so, give it a fresh session.',
  );
}
