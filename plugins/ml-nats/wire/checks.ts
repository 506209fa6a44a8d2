/* Checks of single values from the other side of the wire: every account at NATS can send arbitrary messages. */

export type Fields = Readonly<Record<string, unknown>>;

/**
 * A message has an invalid shape. The error's message is a clause in lower case, such as `the box is out of the picture`.
 */
export class WrongShape extends Error {
  override readonly name = 'WrongShape';
}

export function fail(problem: string): never {
  throw new WrongShape(problem);
}

export function fields(value: unknown, subject: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(`${subject} is no object`);
  return value as Fields;
}

export function list(value: unknown, subject: string, maximum: number): readonly unknown[] {
  if (!Array.isArray(value)) fail(`${subject} is no list`);
  if (value.length > maximum) fail(`${subject} has ${value.length} entries, more than ${maximum}`);
  return value;
}

export function text(value: unknown, subject: string, longest: number, shortest = 1): string {
  if (typeof value !== 'string' || value.length < shortest || value.length > longest) {
    fail(`${subject} is no text of ${shortest} to ${longest} characters`);
  }
  return value;
}

export function number(value: unknown, subject: string, minimum = -Infinity, maximum = Infinity): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(`${subject} is no number`);
  if (value < minimum || value > maximum) fail(`${subject} is ${value}, out of ${minimum} to ${maximum}`);
  return value;
}

export function integer(value: unknown, subject: string, minimum: number, maximum: number): number {
  if (!Number.isInteger(value)) fail(`${subject} is no whole number`);
  return number(value, subject, minimum, maximum);
}

export function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

/** Reads bytes of a known length from Base64. */
export function bytes(value: unknown, subject: string, length: number): Buffer {
  const decoded = Buffer.from(text(value, subject, 2 * length), 'base64');
  return decoded.length === length ? decoded : fail(`${subject} has not ${length} bytes`);
}

/** Reads a name of letters, digits, `-` and `_`, which is safe as part of a subject. */
export function token(value: unknown, subject: string): string {
  const name = text(value, subject, 64);
  return /^[\w-]+$/.test(name) ? name : fail(`${subject} has characters that no name has`);
}

/** Replaces control characters and line breaks in a text of the other side, so that it is safe in a log line. */
export const oneLine = (words: string): string =>
  words.replaceAll(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
