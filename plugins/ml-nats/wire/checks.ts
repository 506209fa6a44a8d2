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

export function fields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(`${what} is no object`);
  return value as Fields;
}

export function list(value: unknown, what: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) fail(`${what} is no list`);
  if (value.length > most) fail(`${what} has ${value.length} entries, more than ${most}`);
  return value;
}

export function text(value: unknown, what: string, longest: number, shortest = 1): string {
  if (typeof value !== 'string' || value.length < shortest || value.length > longest) {
    fail(`${what} is no text of ${shortest} to ${longest} characters`);
  }
  return value;
}

export function number(value: unknown, what: string, least = -Infinity, most = Infinity): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) fail(`${what} is no number`);
  if (value < least || value > most) fail(`${what} is ${value}, out of ${least} to ${most}`);
  return value;
}

export function whole(value: unknown, what: string, least: number, most: number): number {
  if (!Number.isInteger(value)) fail(`${what} is no whole number`);
  return number(value, what, least, most);
}

export function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

/** Reads bytes of a known length from Base64. */
export function bytes(value: unknown, what: string, length: number): Buffer {
  const read = Buffer.from(text(value, what, 2 * length), 'base64');
  return read.length === length ? read : fail(`${what} has not ${length} bytes`);
}

/** Reads a name of letters, digits, `-` and `_`, which is safe as part of a subject. */
export function token(value: unknown, what: string): string {
  const given = text(value, what, 64);
  return /^[\w-]+$/.test(given) ? given : fail(`${what} has characters that no name has`);
}
