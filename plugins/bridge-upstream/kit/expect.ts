import { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';
import { errorStatus, type ErrorAnswer, type ErrorCode } from '../contract.ts';
import type { Seen } from './probe.ts';

/** Shortens long values to a readable length. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 4 });
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

/** @param message the expectation and the observation, as a sentence */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError({ message });
}

export function same(seen: unknown, expected: unknown, what: string): void {
  must(isDeepStrictEqual(seen, expected), `${what}: expected ${show(expected)}, seen ${show(seen)}.`);
}

/** The JSON of a response with one of these statuses. */
export function jsonOf(seen: Seen, ...statuses: readonly number[]): unknown {
  hasStatus(seen, ...(statuses.length > 0 ? statuses : [200]));
  must(!seen.isCut, `${seen.asked}: the answer ends early.`);
  must(
    /^application\/json\b/.test(seen.headers['content-type'] ?? ''),
    `${seen.asked}: the answer is not JSON by its Content-Type.`,
  );
  try {
    return JSON.parse(seen.body.toString('utf8'));
  } catch {
    throw new AssertionError({ message: `${seen.asked}: the answer is no JSON: ${show(seen.body.toString('utf8'))}` });
  }
}

export function hasStatus(seen: Seen, ...statuses: readonly number[]): void {
  must(
    statuses.includes(seen.status),
    `${seen.asked}: expected ${statuses.join(' or ')}, seen ${seen.status} with ${show(seen.body.toString('utf8'))}.`,
  );
}

/** An error in the format of the contract, with one of these codes and its status. */
export function isError(seen: Seen, ...codes: readonly ErrorCode[]): ErrorAnswer {
  const answer = jsonOf(seen, ...new Set(codes.map((code) => errorStatus[code]))) as ErrorAnswer;
  const right =
    codes.some((code) => code === answer.code && errorStatus[code] === seen.status) &&
    typeof answer.detail === 'string' &&
    answer.detail !== '' &&
    typeof answer.retryable === 'boolean';
  must(right, `${seen.asked}: expected {code: ${codes.join(' or ')}, detail, retryable}, seen ${show(answer)}.`);
  return answer;
}
