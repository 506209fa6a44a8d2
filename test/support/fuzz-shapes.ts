import { expect } from 'chai';

/** Words of JSON that parsers of its values meet at their edges. */
export const jsonWords: readonly string[] = [
  ...['null', '[]', '{}', '\\ud800', '\\udc00', '"\\u0000"', '"__proto__":', '1e400', '-1'],
];

/** Null, or a number that a column and JSON can hold. */
export function expectNumber(value: number | null): void {
  if (value !== null && !Number.isFinite(value)) expect.fail(`${value} is no finite number`);
}

/** Null, or a position on earth. */
export function expectPosition(position: { readonly lat: number; readonly lng: number } | null): void {
  if (position === null) return;
  const { lat, lng } = position;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) expect.fail(`${lat}, ${lng} is no position`);
}

/** A text that UTF-8 can hold. */
export function expectWellFormed(text: string): void {
  if (/\p{Surrogate}/u.test(text)) expect.fail(`${JSON.stringify(text)} has half a surrogate pair`);
}

/** Fails unless what is thrown is of this class. @returns undefined if it is */
export function orError<T>(read: () => T, error: abstract new (...args: never[]) => Error): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof error) return undefined;
    throw thrown;
  }
}
