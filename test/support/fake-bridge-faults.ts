import type { HealthAnswer } from '../../plugins/bridge-upstream/contract.ts';

export type FakeRoute =
  'health' | 'timeline' | 'changes' | 'nodes' | 'node' | 'albums' | 'albumPhotos' | 'thumbnail' | 'full' | 'motion';

/** What is answered instead of the right answer. */
export interface AnswerFault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is (an HTML page, broken JSON), anything else as JSON. */
  readonly body?: unknown;
  /** After so many requests the right answers come again; for good when absent. */
  readonly times?: number;
}

/** What goes wrong with the bytes of `/full`. */
export interface BodyFault {
  /** Of this photo alone. */
  readonly uid?: string;
  /** For so many reads; for good when absent. */
  readonly times?: number;
  /** The socket is destroyed after so many bytes. */
  readonly cutAfter?: number;
  /** After so many bytes nothing more comes, and the connection stays open. */
  readonly stallAfter?: number;
  /** This byte has one bit flipped. */
  readonly flipAt?: number;
  /** Added to the announced Content-Length; the true bytes are sent, and a positive one ends in a destroyed socket. */
  readonly lengthOff?: number;
  /** No Content-Length: the body is chunked. */
  readonly withoutLength?: boolean;
  /** Announced instead of the true one. */
  readonly sha1?: string;
}

/** The switches; all at once may be on. `clear()` turns all off. */
export class FakeFaults {
  /** Laid over the right health: `{ reachable: false, reason: 'unreachable' }`. */
  health: Partial<HealthAnswer> = {};
  /** The contract header; null leaves it away. */
  contract: string | null = '1';
  /** Before every answer. */
  latencyMs = 0;
  /** By route, or for all. */
  readonly answers = new Map<FakeRoute | '*', AnswerFault>();
  /** These routes accept the request and never answer. */
  readonly silent = new Set<FakeRoute>();
  body: BodyFault | undefined;
  /** A lying bridge: all lists are empty, no photo is found, and health is good. */
  vanished = false;
  /** What the bridge itself finds broken in the store, by uid: 502 integrity_error. */
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

  /** The fault of this request, if any; counts it. */
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
