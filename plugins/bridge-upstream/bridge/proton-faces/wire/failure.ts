import { errorCode } from 'photofinch/plugin-api/toolkit';
import { BridgeError } from '../../errors.ts';

export type FailureKind =
  /** No program listens at the address. */
  | 'unreachable'
  /** The program at the address is not a bridge of proton-faces. */
  | 'stranger'
  /** The upstream requires another token. */
  | 'refused'
  | 'logged_out'
  /** The upstream, or Proton, requests a pause. */
  | 'busy'
  | 'timeout'
  /** The upstream has no space for the video. */
  | 'no_room'
  /** A status 500 or 502, for any error of Proton. */
  | 'failed'
  /** The response is incomplete, or has an unknown format. */
  | 'bad_answer';

/** A failed request to the upstream bridge. `message`: one sentence for people, without names and uids. */
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

  /** Whether the upstream is available and only this request failed, so that another one may succeed. */
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

/** Translates errors of undici. */
export function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = errorCode(error);
  const cause = { cause: error };
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new UpstreamFailure('timeout', 'The bridge of proton-faces took too long to answer.', cause);
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new UpstreamFailure('stranger', 'What answers at BRIDGE_UPSTREAM does not speak HTTP as it should.', cause);
  }
  return new UpstreamFailure(
    'unreachable',
    'The bridge of proton-faces does not answer at BRIDGE_UPSTREAM: see whether it runs.',
    cause,
  );
}
