import type { IncomingHttpHeaders } from 'node:http';
import { errorStatus, type ErrorCode } from '../../plugins/bridge-upstream/contract.ts';

export interface FakeRequest {
  readonly method: string;
  /** Without `/v1`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A buffer, a value to be sent as JSON, or null for an empty body. */
  readonly body: unknown;
}

export function refuse(code: ErrorCode, detail: string, retryable = false): FakeAnswer {
  return { status: errorStatus[code], headers: {}, body: { code, detail, retryable } };
}
