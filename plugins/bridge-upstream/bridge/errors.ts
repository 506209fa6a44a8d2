import { errorStatus, type ErrorAnswer, type ErrorCode } from '../contract.ts';
import { StoreError, type StoreCondition } from './driver.ts';

/** Temporary errors: repeating the same request may succeed. */
const transientCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rate_limited',
  'upstream_error',
  'not_logged_in',
  'upstream_unreachable',
  'upstream_timeout',
]);

/** An error response. `message`: one sentence for the person who runs the bridge. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: ErrorCode;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: { headers?: Record<string, string>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

export const errorBody = (code: ErrorCode, detail: string): ErrorAnswer => ({
  code,
  detail,
  retryable: transientCodes.has(code),
});

/** Translates errors of the HTTP framework and unexpected errors into the contract's errors. */
export function asBridgeError(error: Error & { output?: { statusCode: number } }): BridgeError {
  if (error instanceof BridgeError) return error;
  if (error instanceof StoreError) return ofStoreError(error);
  const status = error.output?.statusCode ?? 500;
  if (status === 404) return new BridgeError('not_found', 'There is no such route.');
  if (status >= 500) {
    return new BridgeError('upstream_error', 'The bridge met an error that nobody foresaw; its log says more.', {
      cause: error,
    });
  }
  return new BridgeError('bad_request', refusals[status] ?? 'The request could not be understood.', { cause: error });
}

const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not valid: its address or its JSON body cannot be read.',
  408: 'The body of the request came too slowly.',
  413: 'The body of the request is too large.',
  415: 'The body must be JSON, sent with Content-Type: application/json.',
};

/**
 * Translates a failure of the store. A file that is in the journal but missing in the store does not count as `not_found`:
 * a store that was just unmounted looks the same, and only a scan with its guards may conclude that a photo is gone.
 */
function ofStoreError(error: StoreError): BridgeError {
  const codes = {
    unreachable: 'upstream_unreachable',
    unsupported: 'upstream_unreachable',
    wrong_key: 'not_logged_in',
    integrity: 'integrity_error',
    not_found: 'upstream_error',
  } as const;
  return new BridgeError(codes[error.code], error.message, { cause: error });
}

/**
 * The error for requests that the journal alone cannot answer while the store is in bad condition; undefined if it is in
 * good condition.
 */
export function storeFailure({ reachable, loggedIn, detail }: StoreCondition): BridgeError | undefined {
  if (!loggedIn) return new BridgeError('not_logged_in', detail ?? 'The keys do not open the store.');
  if (!reachable) return new BridgeError('upstream_unreachable', detail ?? 'The store cannot be reached.');
  return undefined;
}

/** The error for a uid that the journal does not have: `not_found` only if the store is in good condition. */
export function notInJournal(kind: 'photo' | 'album', condition: StoreCondition): BridgeError {
  return storeFailure(condition) ?? new BridgeError('not_found', `The store has no such ${kind}.`);
}

export const statusOf = ({ code }: BridgeError): number => errorStatus[code];
