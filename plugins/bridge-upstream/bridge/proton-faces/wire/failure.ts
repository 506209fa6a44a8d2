import { BridgeError } from '../../errors.ts';

export type FailureKind =
  /** Nothing answers at the address. */
  | 'unreachable'
  /** The program at the address is not a bridge of proton-faces. */
  | 'stranger'
  /** It wants another token. */
  | 'refused'
  | 'logged_out'
  /** It, or Proton behind it, requests a pause. */
  | 'busy'
  | 'timeout'
  /** It has no room for the video. */
  | 'no_room'
  /** A 500 or 502, with any error of Proton behind it. */
  | 'failed'
  /** It answered, but not in a form that is understood, or not to the end. */
  | 'bad_answer';

/** A question to the upstream bridge that came to nothing. `message`: one sentence for people, without names and uids. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(kind: FailureKind, message: string, options: ErrorOptions & { readonly retryAfter?: number } = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfter = options.retryAfter ?? 2;
  }

  /** Whether the upstream is available and only this request failed: another one may succeed. */
  get isOfQuestion(): boolean {
    return this.kind === 'failed' || this.kind === 'bad_answer' || this.kind === 'timeout';
  }
}

/** Translates a failure of the upstream for one photo. */
export function photoError(failure: UpstreamFailure): BridgeError {
  const { kind, message, retryAfter } = failure;
  const cause = { cause: failure };
  switch (kind) {
    case 'unreachable':
    case 'stranger':
      return new BridgeError('upstream_unreachable', message, cause);
    case 'refused':
    case 'logged_out':
      return new BridgeError('not_logged_in', message, cause);
    case 'busy':
      return new BridgeError('rate_limited', message, { ...cause, headers: { 'retry-after': String(retryAfter) } });
    case 'timeout':
      return new BridgeError('upstream_timeout', message, cause);
    case 'no_room':
    case 'failed':
    case 'bad_answer':
      return new BridgeError('upstream_error', message, cause);
  }
}
