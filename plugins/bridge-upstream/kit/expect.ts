import { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { errorStatus, type ErrorAnswer, type ErrorCode } from '../contract.ts';
import type { ProbeResponse } from './probe.ts';

/** Shortens long values to a readable length. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 4 });
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

/** @param message the expectation and the observation, as a sentence */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError({ message });
}

export function same(actual: unknown, expected: unknown, subject: string): void {
  must(isDeepStrictEqual(actual, expected), `${subject}: expected ${show(expected)}, got ${show(actual)}.`);
}

interface Listed {
  readonly uid: string;
}

/** Compares the uids of two lists. */
export function sameUids(actual: readonly Listed[], expected: readonly Listed[], subject: string): void {
  const [actualUids, expectedUids] = [actual, expected].map((list) => list.map(({ uid }) => uid));
  same(actualUids, expectedUids, subject);
}

/** The JSON of a response with one of these statuses. */
export function jsonOf(response: ProbeResponse, ...statuses: readonly number[]): unknown {
  hasStatus(response, ...(statuses.length > 0 ? statuses : [200]));
  must(!response.isCut, `${response.asked}: the response is truncated.`);
  must(
    /^application\/json\b/.test(response.headers['content-type'] ?? ''),
    `${response.asked}: the Content-Type of the response is not JSON.`,
  );
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch {
    throw new AssertionError({
      message: `${response.asked}: the response is not JSON: ${show(response.body.toString('utf8'))}`,
    });
  }
}

export function hasStatus(response: ProbeResponse, ...statuses: readonly number[]): void {
  must(
    statuses.includes(response.status),
    `${response.asked}: expected ${statuses.join(' or ')}, got ${response.status} with ${show(response.body.toString('utf8'))}.`,
  );
}

/** An error in the format of the contract, with one of these codes and its status. */
export function isError(response: ProbeResponse, ...codes: readonly ErrorCode[]): ErrorAnswer {
  const answer = jsonOf(response, ...new Set(codes.map((code) => errorStatus[code]))) as ErrorAnswer;
  const isValid =
    codes.some((code) => code === answer.code && errorStatus[code] === response.status) &&
    typeof answer.detail === 'string' &&
    answer.detail !== '' &&
    typeof answer.retryable === 'boolean';
  must(isValid, `${response.asked}: expected {code: ${codes.join(' or ')}, detail, retryable}, got ${show(answer)}.`);
  return answer;
}
