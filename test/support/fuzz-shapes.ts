import { expect } from 'chai';

/** JSON with edge cases for parsers of its values. */
export const jsonWords: readonly string[] = [
  ...['null', '[]', '{}', '\\ud800', '\\udc00', '"\\u0000"', '"__proto__":', '1e400', '-1'],
];

/** Expects null, or a number that a column and JSON can store. */
export function expectNumber(value: number | null): void {
  if (value !== null && !Number.isFinite(value)) expect.fail(`${value} is no finite number`);
}

/** Expects null, or a position on earth. */
export function expectPosition(position: { readonly lat: number; readonly lng: number } | null): void {
  if (position === null) return;
  const { lat, lng } = position;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) expect.fail(`${lat}, ${lng} is no position`);
}

/** Expects a text that UTF-8 can encode. */
export function expectWellFormed(text: string): void {
  if (/\p{Surrogate}/u.test(text)) expect.fail(`${JSON.stringify(text)} has half a surrogate pair`);
}

/** Fails unless the thrown error is of this class. @returns undefined if it is */
export function orError<T>(read: () => T, error: abstract new (...args: never[]) => Error): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof error) return undefined;
    throw thrown;
  }
}
