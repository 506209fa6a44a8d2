import type { Boom } from '@hapi/boom';
import { DomainError, problems, type ErrorKind } from '../../domain/errors.ts';
import type { ErrorBody, ErrorName } from '../wire.ts';

export const statusOf: Readonly<Record<ErrorKind, number>> = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  not_an_image: 415,
  bad_range: 416,
  too_many_attempts: 429,
  source_answered_wrongly: 502,
  source_unavailable: 503,
  not_ready: 503,
  source_timeout: 504,
};

/** Names the error, so that clients can translate it. */
export const kindHeader = 'x-error-kind';

const kinds = Object.keys(statusOf) as ErrorKind[];

/** All possible values of the header. */
export const errorNames: readonly ErrorName[] = [...kinds, ...problems, 'too_slow', 'unforeseen'];

/** Names for statuses that several error kinds share, or that no kind has. */
const namesOf: Readonly<Record<number, ErrorName>> = { 408: 'too_slow', 422: 'bad_input', 503: 'not_ready' };

/** Messages for errors of hapi, which a user can act on. */
const details: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  401: 'There is no sign-in that waits for a code: begin again with the password.',
  404: 'There is no such route.',
  408: 'The request came too slowly: try again.',
  413: 'The body is too large.',
  415: 'The body must be JSON, sent with Content-Type: application/json.',
};

interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;
}

/** The answer to a failed request. An unexpected error reveals nothing. */
export function errorAnswer(error: Boom | Error): ErrorAnswer {
  if (error instanceof DomainError) return ofDomainError(error);
  const ofPlugin = pluginStatus(error);
  if (ofPlugin !== undefined) {
    const name = problems.find((problem) => 'problem' in error && problem === error.problem) ?? nameOf(ofPlugin);
    return { status: ofPlugin, body: { detail: error.message }, headers: { [kindHeader]: name } };
  }
  const status = 'output' in error ? error.output.statusCode : 500;
  const name = status === 403 ? 'role_too_low' : nameOf(status);
  const headers = { [kindHeader]: name, ...(status === 401 && bearerAsked) };
  return { status, body: { detail: detailOf(error, status) }, headers };
}

function nameOf(status: number): ErrorName {
  const kind = namesOf[status] ?? kinds.find((one) => statusOf[one] === status);
  return kind ?? (status < 500 ? 'bad_input' : 'unforeseen');
}

const bearerAsked = { 'www-authenticate': 'Bearer' };

function ofDomainError(error: DomainError): ErrorAnswer {
  const name: ErrorName = error.problem ?? error.kind;
  const headers: Record<string, string> = { [kindHeader]: name, ...(error.kind === 'unauthenticated' && bearerAsked) };
  if (error.retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfter)));
  if (error.totalLength !== undefined) headers['content-range'] = `bytes */${error.totalLength}`;
  return { status: statusOf[error.kind], body: { detail: error.message }, headers };
}

/** Statuses that a plugin's route may answer instead of 200. */
export const pluginStatuses = [400, 403, 404, 409, 422, 503] as const;

/** The status of a plugin's error, recognised by name, because a plugin may have its own copy of the class. */
export function pluginStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== 'PluginHttpError' || !('status' in error)) return undefined;
  return pluginStatuses.find((status) => status === error.status);
}

function detailOf(error: Boom | Error, status: number): string {
  if (status === 403 && 'data' in error) return lackingRole(error.data);
  if (status === 400 && error.message.startsWith('Invalid request payload JSON')) return 'The body is not valid JSON.';
  if (status >= 500) return 'The server met an error that nobody foresaw; its log says more.';
  return details[status] ?? `${error.message}.`;
}

function lackingRole(data: unknown): string {
  const needed = (data as { need?: { selection?: string[] }[] } | null)?.need?.[0]?.selection?.[0];
  return `Your role may not do this${needed === undefined ? '' : `: it needs the role ${needed}`}.`;
}
