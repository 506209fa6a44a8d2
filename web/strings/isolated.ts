/** Hebrew, Arabic, and the other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The same strings, whose functions isolate names in right-to-left scripts from the sentence around them. Otherwise the
 * numbers and quotation marks beside such a name would be drawn on its other side.
 */
export function isolated<T>(value: T): T;
export function isolated(value: unknown): unknown {
  // Between U+2068 (first strong isolate) and U+2069 (pop directional isolate).
  if (typeof value === 'string') return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
  if (typeof value === 'function') {
    const say = value as (...about: unknown[]) => unknown;
    return (...about: unknown[]) => say(...about.map(isolated));
  }
  if (Array.isArray(value)) return value.map((part) => isolated<unknown>(part));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isolated<unknown>(part)]));
}
