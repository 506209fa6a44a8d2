import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';
import type { Schema } from '../../plugin-api/index.ts';
import { checkOfBody, checkOfText, type Input, type InputCheck } from '../../plugin-api/shapes/input.ts';

/**
 * Validates one part of a request and returns the parsed value.
 * @throws DomainError `bad_input`
 */
export type Check = (value: unknown) => unknown;

export const textChecker = (schema: Schema | undefined): Check => refusing(checkOfText(schema));

export const bodyChecker = (schema: Schema | undefined): Check => refusing(checkOfBody(schema));

/** The number of cached queries for each route, and the maximum length of one in characters. */
const maxRemembered = 100;
const longestRemembered = 256;

/**
 * Like `textChecker`, for queries, which pages repeat often: accepted ones are cached. This requires deterministic schemas,
 * as ours are. Rejected queries are not cached, nor are values that a handler could modify.
 */
export function queryChecker(schema: Schema | undefined): Check {
  const check = textChecker(schema);
  // Made with the first query: most routes are not asked soon, and all caches at once would hold up the start.
  let accepted: LRUCache<string, Record<string, unknown>> | undefined;
  return (query) => {
    accepted ??= new LRUCache({ max: maxRemembered });
    const text = JSON.stringify(query);
    const known = accepted.get(text);
    if (known) return { ...known };
    const value = check(query);
    if (text.length <= longestRemembered && isFlat(value)) accepted.set(text, { ...value });
    return value;
  };
}

function isFlat(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Promise) return false;
  return Object.values(value).every((field) => typeof field !== 'object');
}

function refusing(check: InputCheck): Check {
  return (value) => {
    const input = check(value);
    return input instanceof Promise ? input.then(accepted) : accepted(input);
  };
}

function accepted(input: Input): unknown {
  if ('refusal' in input) throw new DomainError('bad_input', input.refusal);
  return input.value;
}
