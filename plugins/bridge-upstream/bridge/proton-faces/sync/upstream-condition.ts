import type { StoreCondition } from '../../driver.ts';
import { badCondition, conditionAfter, type StoreFault } from '../../scan/store-fault.ts';
import { UpstreamFailure } from '../wire/failure.ts';

const healthy: StoreCondition = { reachable: true, loggedIn: true };

/** After this many downloads in a row with a timeout, all of the upstream's slots for downloads are assumed to hang. */
const hungDownloads = 4;

/**
 * The condition of the library, from all observations. The upstream's own health check only covers its own state: it may
 * report to be logged in long after Proton has ended its session. So a failed request to Proton overrides it until a
 * request succeeds.
 */
export class UpstreamCondition {
  #health: StoreCondition = badCondition(
    'unreachable',
    'The bridge has just started and has not asked the bridge of proton-faces yet.',
  );
  #doubt: UpstreamFailure | undefined;
  #isSuspected = false;
  #fault: StoreFault | undefined;
  #filling: string | undefined;
  #remark: string | undefined;
  #timeouts = 0;

  get current(): StoreCondition {
    if (!this.#health.reachable || !this.#health.loggedIn) return this.#health;
    if (this.#doubt) return doubtedCondition(this.#doubt);
    const fault = this.#fault && conditionAfter(this.#fault);
    if (fault) return fault;
    if (this.#filling !== undefined) return badCondition('unreachable', this.#filling);
    const remarks = [this.#remark, this.#timeouts >= hungDownloads ? hungRemark : undefined].filter(Boolean);
    return remarks.length === 0 ? healthy : { ...healthy, detail: remarks.join(' ') };
  }

  /** Whether the upstream reports to be healthy although Proton does not respond. */
  get isDoubted(): boolean {
    return this.#doubt !== undefined;
  }

  /** Whether a failure occurred whose cause may be a single photo or Proton; a test request decides. */
  get isSuspected(): boolean {
    return this.#isSuspected;
  }

  /** Whether the upstream responds and reports to be logged in, so that requesting its lists makes sense. */
  get isAnswering(): boolean {
    return this.#health.reachable && this.#health.loggedIn;
  }

  /** To be called with the result of a health check. */
  heard(answer: { readonly loggedIn: boolean } | UpstreamFailure): void {
    if (answer instanceof UpstreamFailure) {
      this.#health = badCondition('unreachable', answer.message);
    } else {
      this.#health = answer.loggedIn
        ? healthy
        : badCondition('logged_out', 'The bridge of proton-faces is not logged in to Proton: give it a fresh session.');
    }
  }

  /** To be called when Proton has responded. */
  answered(): void {
    this.#doubt = undefined;
    this.#isSuspected = false;
  }

  /** To be called when a request for a single photo has failed. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** To be called when a request has failed that does not concern a single photo. */
  failed(failure: UpstreamFailure): void {
    if (failure.kind === 'unreachable' || failure.kind === 'stranger') this.heard(failure);
    else if (failure.kind !== 'busy') this.#doubt = failure;
  }

  /** To be called when a download was completed, or timed out. */
  downloaded(outcome: 'whole' | 'timeout'): void {
    this.#timeouts = outcome === 'whole' ? 0 : this.#timeouts + 1;
  }

  /** Sets a fault that was found in the lists: the journal does not change while it lasts. */
  setFault(fault: StoreFault | undefined): void {
    this.#fault = fault;
  }

  /** Sets the progress of the first sync, as a sentence; undefined when it is complete. */
  setFilling(progress: string | undefined): void {
    this.#filling = progress;
  }

  /** Sets a problem that does not stop the bridge, as a sentence for people. */
  setRemark(remark: string | undefined): void {
    this.#remark = remark;
  }
}

const hungRemark =
  'Downloads from Proton come to no end: if that stays so, restart the bridge of proton-faces, or clear its cache in its own page.';

function doubtedCondition(failure: UpstreamFailure): StoreCondition {
  if (failure.kind === 'refused') return badCondition('logged_out', failure.message);
  return badCondition(
    'unreachable',
    'The bridge of proton-faces says that it is logged in, and Proton does not answer its questions: if that stays so, give it a fresh session.',
  );
}
