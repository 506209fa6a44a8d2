import { errorCode, isDiskFull } from '../domain/error-code.ts';
import type { PhotoFault } from '../domain/photo-fault.ts';
import { isSourceError, SourceError, type SourceErrorCode } from '../plugin-api/errors.ts';
import { ProcessBroken } from '../plugin-api/toolkit/index.ts';
import { PhotoError } from '../media/photo-error.ts';
import type { Transact } from '../store/transact.ts';

export type TransientErrorCode = SourceErrorCode | 'disk_full' | 'storage' | 'internal' | 'models_unavailable';

/** A failure that is not a photo's fault: the cycle pauses and continues where it stopped. `message` is for admins. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly code: TransientErrorCode;
  /** Seconds to wait, if the source requested that. */
  readonly retryAfter: number | undefined;

  constructor(
    code: TransientErrorCode,
    message: string,
    options: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Failures of the connection to the store, which do not depend on the requested photo. */
const transport: ReadonlySet<SourceErrorCode> = new Set(['unreachable', 'not_logged_in', 'rate_limited', 'timeout']);

const diskFull = (cause: unknown): TransientError =>
  new TransientError('disk_full', 'The disk of the data folder is full: indexing goes on when there is space.', {
    cause,
  });

/** The TransientError for a failed write to the data folder. */
export function storageError(error: unknown): TransientError {
  if (error instanceof TransientError) return error;
  return isDiskFull(error)
    ? diskFull(error)
    : new TransientError('storage', 'The data folder cannot be written: see the log for the reason.', { cause: error });
}

/** The text of SQLITE_FULL. An error from another process has lost its code. */
const fullText = 'database or disk is full';

/** The TransientError if a full disk is the cause of an error, or of its cause; otherwise undefined. */
export function diskFullError(error: unknown): TransientError | undefined {
  if (error instanceof TransientError) return error.code === 'disk_full' ? error : undefined;
  if (!(error instanceof Error)) return undefined;
  if (isDiskFull(error)) return storageError(error);
  return error.message === fullText ? diskFull(error) : diskFullError(error.cause);
}

/** SQLite's codes for a disk that fails, is full or is read-only, but not for a violated constraint. */
const databaseDown = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM|CORRUPT|NOTADB)/;

/** The error of a failed transaction: a TransientError if the disk is the cause, otherwise unchanged. */
export function databaseError(error: unknown): unknown {
  return databaseDown.test(errorCode(error)) ? storageError(error) : error;
}

/** Transactions that fail with a TransientError if the disk is to blame. */
export function withTransientErrors(transact: Transact): Transact {
  return (work) => {
    try {
      return transact(work);
    } catch (error) {
      throw databaseError(error);
    }
  };
}

/** The TransientError for any error that ends a cycle. */
export function cycleError(error: unknown): TransientError {
  if (error instanceof TransientError) return error;
  if (isSourceError(error)) {
    return new TransientError(error.code, error.message, { retryAfter: error.retryAfter, cause: error });
  }
  if (databaseDown.test(errorCode(error))) return storageError(error);
  return new TransientError('internal', 'The indexer met an error that it does not know: see the log.', {
    cause: error,
  });
}

/** The TransientError if an error of one photo has a general cause; undefined if the photo is to blame. */
export function transientErrorOf(error: unknown): TransientError | undefined {
  if (error instanceof TransientError) return error;
  if (error instanceof ProcessBroken) {
    const problem = error.killed
      ? 'The system ends the program that reads pictures: memory is probably short.'
      : 'The program that reads pictures does not start: see the log.';
    return new TransientError('internal', problem, { cause: error });
  }
  if (isSourceError(error) && transport.has(error.code)) return cycleError(error);
  return undefined;
}

/** Why a photo failed, in one sentence for the person who runs the library. */
export function photoReason(error: unknown): string {
  if (error instanceof PhotoError) return error.message;
  if (isSourceError(error)) {
    if (error.code === 'not_found') return 'The photo source does not have this photo any more.';
    if (error.code === 'integrity') return `The photo arrived damaged from the source, twice: ${error.message}`;
    return error.message;
  }
  return 'This photo cannot be read, for a reason that the server does not know: see the log.';
}

/** The fault of a failed photo that viewers see. */
export function photoFault(error: unknown): PhotoFault {
  if (error instanceof PhotoError) return error.fault;
  if (!isSourceError(error)) return 'unreadable';
  if (error.code === 'not_found') return 'away';
  return error.code === 'integrity' ? 'damaged' : 'unreadable';
}

const connectionLost = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Wraps an error other than a `SourceError` that a source has thrown. */
export function asSourceError(error: unknown): Error {
  if (error instanceof TransientError || error instanceof PhotoError || isSourceError(error)) return error;
  const code = errorCode(error);
  if (connectionLost.has(code)) {
    return new SourceError('unreachable', 'The connection to the photo source was lost.', { cause: error });
  }
  if (code === 'ENOENT') return new SourceError('not_found', 'The photo is gone.', { cause: error });
  return new SourceError('bad_answer', 'The photo source failed in an unexpected way: see the log.', { cause: error });
}
