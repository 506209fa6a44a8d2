import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';
import type { Schema, SchemaResult } from '../../plugin-api/index.ts';

/** Validates one part of a request and returns the parsed value. */
export type Check = (value: unknown) => unknown;

type Issue = NonNullable<SchemaResult['issues']>[number];

/** Query and path parameters are text: their numbers and booleans have to be read from it. */
export const textChecker = (schema: Schema | undefined): Check => checker(schema, true);

/** Queries that a route remembers, and the characters of one. */
const mostRemembered = 100;
const longestRemembered = 256;

/**
 * As `checker`, for queries, which pages repeat often: accepted ones are cached. That requires schemas that always give
 * the same result, as ours do. Rejected queries are not cached, nor are values that a handler could change.
 */
export function queryChecker(schema: Schema | undefined): Check {
  const check = textChecker(schema);
  const accepted = new LRUCache<string, Record<string, unknown>>({ max: mostRemembered });
  return (query) => {
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

/** JSON is typed, so `"5"` is no number. A missing body counts as empty. */
export function bodyChecker(schema: Schema | undefined): Check {
  const check = checker(schema, false);
  return (value) => {
    const body = value ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) {
      throw new DomainError('bad_input', 'The body must be a JSON object.');
    }
    return check(body);
  };
}

function checker(schema: Schema | undefined, convert: boolean): Check {
  if (!schema) return refuseAll;
  const validate = schema['~standard'].validate as (
    value: unknown,
    options: object,
  ) => SchemaResult | Promise<SchemaResult>;
  // Options for joi; other schema libraries ignore them.
  const options = { libraryOptions: { convert, errors: { wrap: { label: false } } } };
  return (value) => {
    const result = validate(value, options);
    return result instanceof Promise ? result.then(accepted) : accepted(result);
  };
}

function refuseAll(value: unknown): unknown {
  const [name] = Object.keys(value ?? {});
  if (name !== undefined)
    throw new DomainError('bad_input', sentence({ message: `${name} is not allowed`, path: [name] }));
  return {};
}

function accepted(result: SchemaResult): unknown {
  const [issue] = result.issues ?? [];
  if (issue) throw new DomainError('bad_input', sentence(issue));
  return (result as { value: unknown }).value;
}

/** Characters of a message: long names that were sent need not come back whole. */
const longestMessage = 300;

/** Names the field, which not every make of schema does itself. */
function sentence({ message, path }: Issue): string {
  // As in `?=5` or `{"": 5}`: a sentence cannot begin with an empty name.
  if (path?.at(-1) === '') return 'A field without a name is not allowed.';
  const field = (path ?? [])
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : `${depth > 0 ? '.' : ''}${String(step)}`))
    .join('');
  const named = field === '' || message.includes(field) ? message : `${field}: ${message}`;
  if (named.length > longestMessage) return `${named.slice(0, longestMessage)}….`;
  return named.endsWith('.') ? named : `${named}.`;
}
