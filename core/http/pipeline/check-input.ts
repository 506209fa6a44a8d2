import { LRUCache } from 'lru-cache';
import { DomainError } from '../../domain/errors.ts';
import type { Schema, SchemaResult } from '../../plugin-api/index.ts';

/** Checks one part of a request and answers what its schema makes of it. */
export type Check = (value: unknown) => unknown;

type Issue = NonNullable<SchemaResult['issues']>[number];

/** Query and path parameters are text: their numbers and booleans have to be read from it. */
export const textChecker = (schema: Schema | undefined): Check => checker(schema, true);

/** Queries that a route remembers, and the characters of one. */
const mostRemembered = 100;
const longestRemembered = 256;

/**
 * The same for queries, which pages ask again and again: accepted ones are remembered, for schemas that always say the same
 * of the same text, as ours do. Refused queries are not remembered, nor values that a handler could change.
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

/** JSON says itself what is a number: `"5"` is none. No body is one without fields. */
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
  // What joi is told; schemas of other makes do not look at it.
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
  // Of `?=5`, and `{"": 5}`: a sentence cannot begin with its name.
  if (path?.at(-1) === '') return 'A field without a name is not allowed.';
  const field = (path ?? [])
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : `${depth > 0 ? '.' : ''}${String(step)}`))
    .join('');
  const named = field === '' || message.includes(field) ? message : `${field}: ${message}`;
  if (named.length > longestMessage) return `${named.slice(0, longestMessage)}….`;
  return named.endsWith('.') ? named : `${named}.`;
}
