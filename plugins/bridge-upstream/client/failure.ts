import { SourceError, type SourceErrorCode } from 'photofinch/plugin-api';
import { errorCode } from 'photofinch/plugin-api/toolkit';
import type { ErrorCode } from '../contract.ts';

/** The outcome of a call for the circuit breaker: the bridge responded, did not respond, or was not called. */
export type BridgeConduct = 'answered' | 'silent' | 'unasked';

/** What the client itself should do after a failure. */
interface Lesson {
  /**
   * `connection`: no part of a response arrived, so a retry is safe and often helps. `busy`: the bridge asks for a retry.
   */
  readonly again?: 'connection' | 'busy';
  readonly bridge: BridgeConduct;
  /** The error code in the bridge's response. */
  readonly said?: ErrorCode;
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A failure of the bridge, or of the connection to it. */
export class BridgeFailure extends SourceError {
  readonly again: 'connection' | 'busy' | undefined;
  readonly bridge: BridgeConduct;
  readonly said: ErrorCode | undefined;

  constructor(code: SourceErrorCode, message: string, { again, bridge, said, retryAfter, cause }: Lesson) {
    super(code, message, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) });
    this.again = again;
    this.bridge = bridge;
    this.said = said;
  }
}

/** The bridge's response violates the contract. */
export function badAnswer(message: string, cause?: unknown): BridgeFailure {
  return new BridgeFailure('bad_answer', message, { bridge: 'answered', cause });
}

/** Messages for errors of sockets, TLS and the HTTP parser, by code. */
const unreachableBecause: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at BRIDGE_URL: see whether photofinch-bridge runs',
  ENOENT: 'the socket that BRIDGE_URL names is not there: see whether photofinch-bridge runs',
  EACCES: 'this server may not open the socket that BRIDGE_URL names: see its owner and mode',
  ENOTFOUND: 'no machine has the name in BRIDGE_URL',
  EAI_AGAIN: 'the name in BRIDGE_URL cannot be looked up now',
  EHOSTUNREACH: 'there is no way to the machine that BRIDGE_URL names',
  ENETUNREACH: 'there is no way to the machine that BRIDGE_URL names',
  ECONNRESET: 'the connection was cut off',
  EPIPE: 'the connection was cut off',
  UND_ERR_SOCKET: 'the connection was cut off',
  ETIMEDOUT: 'the connection was cut off',
  UND_ERR_CONNECT_TIMEOUT: 'it does not accept the connection in time',
  UND_ERR_DESTROYED: 'the connections to it are closed',
  UND_ERR_CLOSED: 'the connections to it are closed',
  UND_ERR_HEADERS_OVERFLOW: 'what answers at BRIDGE_URL is not a photofinch bridge',
};

/**
 * With these codes, nothing of a response has arrived, and a retry may succeed: after a restart, or on a new connection.
 */
const transientCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const tooLate = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Translates an error of undici. Errors that are already failures are returned unchanged. */
export function transportFailure(error: unknown): BridgeFailure {
  if (error instanceof BridgeFailure) return error;
  const code = errorCode(error);
  if (tooLate.has(code)) return timeout('The bridge took too long to answer.', error);
  const because =
    unreachableBecause[code] ??
    (error instanceof Error && error.name === 'HTTPParserError'
      ? 'what answers at BRIDGE_URL does not speak HTTP as a bridge does'
      : undefined) ??
    (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? `its certificate is not trusted (${code})` : undefined) ??
    (code === '' ? 'the connection failed: see the log' : `the connection failed (${code})`);
  return new BridgeFailure('unreachable', `The bridge cannot be reached: ${because}.`, {
    bridge: 'silent',
    cause: error,
    ...(transientCodes.has(code) && { again: 'connection' }),
  });
}

export function timeout(message: string, cause?: unknown): BridgeFailure {
  return new BridgeFailure('timeout', message, { bridge: 'silent', cause });
}
