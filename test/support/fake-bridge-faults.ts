import type { HealthAnswer } from '../../plugins/bridge-upstream/contract.ts';

export type FakeRoute =
  'health' | 'timeline' | 'changes' | 'nodes' | 'node' | 'albums' | 'albumPhotos' | 'thumbnail' | 'full' | 'motion';

/** The response in place of the correct one. */
export interface AnswerFault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged (an HTML page, broken JSON), other values as JSON. */
  readonly body?: unknown;
  /** The number of requests that get it before correct responses follow; default: all. */
  readonly times?: number;
}

/** Faults in the bytes of `/full`. */
export interface BodyFault {
  /** Affects only this photo. */
  readonly uid?: string;
  /** The number of reads that are affected; default: all. */
  readonly times?: number;
  /** The socket is destroyed after this many bytes. */
  readonly cutAfter?: number;
  /** After this many bytes nothing more is sent, and the connection stays open. */
  readonly stallAfter?: number;
  /** One bit of this byte is flipped. */
  readonly flipAt?: number;
  /**
   * Added to the announced Content-Length. The true bytes are sent; if it is positive, the socket is destroyed after
   * them.
   */
  readonly lengthOff?: number;
  /** Sends no Content-Length: the body is chunked. */
  readonly withoutLength?: boolean;
  /** Announced in place of the true hash. */
  readonly sha1?: string;
}

/** Switches for faults, which can be combined. `clear()` turns all off. */
export class FakeFaults {
  /** Overrides parts of the correct health: `{ reachable: false, reason: 'unreachable' }`. */
  health: Partial<HealthAnswer> = {};
  /** The contract header; null omits it. */
  contract: string | null = '1';
  /** The delay before every response. */
  latencyMs = 0;
  /** By route, or `*` for all. */
  readonly answers = new Map<FakeRoute | '*', AnswerFault>();
  /** Routes that accept requests and never respond. */
  readonly silent = new Set<FakeRoute>();
  body: BodyFault | undefined;
  /** A bridge with false responses: all lists are empty, no photo is found, but its health is good. */
  vanished = false;
  /** Photos, by uid, that the bridge itself finds corrupt in the store: 502 integrity_error. */
  readonly rotten = new Set<string>();

  clear(): void {
    this.health = {};
    this.contract = '1';
    this.latencyMs = 0;
    this.answers.clear();
    this.silent.clear();
    this.body = undefined;
    this.vanished = false;
    this.rotten.clear();
  }

  /** The fault for this request, if any. Counts the request. */
  takeAnswer(route: FakeRoute): AnswerFault | undefined {
    for (const key of [route, '*'] as const) {
      const fault = this.answers.get(key);
      if (!fault) continue;
      if (fault.times !== undefined) {
        if (fault.times > 1) this.answers.set(key, { ...fault, times: fault.times - 1 });
        else this.answers.delete(key);
      }
      return fault;
    }
    return undefined;
  }

  takeBody(uid: string): BodyFault | undefined {
    const fault = this.body;
    if (!fault || (fault.uid !== undefined && fault.uid !== uid)) return undefined;
    if (fault.times !== undefined) this.body = fault.times > 1 ? { ...fault, times: fault.times - 1 } : undefined;
    return fault;
  }
}
