import { SourceError } from '../plugin-api/errors.ts';

/*
 * Validation of single values. It is written by hand rather than with a schema: a first sync validates a million items on
 * the thread that serves requests.
 */

export type Fields = Readonly<Record<string, unknown>>;

const sha1Pattern = /^[0-9a-f]{40}$/i;

export class ShapeError extends Error {}

export function fail(path: string, expected: string): never {
  throw new ShapeError(`${path} must be ${expected}`);
}

export function fields(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object');
  return value as Fields;
}

/** @param limit the most items that were requested */
export function list(value: unknown, path: string, limit = Infinity): readonly unknown[] {
  if (!Array.isArray(value)) fail(path, 'a list');
  if (value.length > limit) fail(path, `a list of no more than the ${limit} that were asked for, not ${value.length}`);
  return value;
}

export function text(value: unknown, path: string, maxLength: number, minLength = 0): string {
  if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) {
    fail(path, `a text of ${minLength} to ${maxLength} characters`);
  }
  return value;
}

export function number(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, 'a finite number');
  return value;
}

export function flag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') fail(path, 'true or false');
  return value;
}

/** In lower case. */
export function sha1(value: unknown, path: string): string {
  if (typeof value !== 'string' || !sha1Pattern.test(value)) fail(path, '40 hexadecimal digits');
  return value.toLowerCase();
}

export function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

/** Translates a validation error into the error that pauses the sync and informs the admin. */
export function checkAnswer<T>(request: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) {
      throw new SourceError('bad_answer', `The photo source answered wrongly to ${request}: ${error.message}.`);
    }
    throw error;
  }
}
