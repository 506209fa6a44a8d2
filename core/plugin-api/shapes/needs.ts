import type { Problem } from './problem.ts';

/** The numbers of a version, and whether it is a prerelease. */
interface Version {
  readonly numbers: readonly [number, number, number];
  readonly isBefore: boolean;
}

/** A condition of a range: at least `from`, and below `below`. */
interface Bounds {
  readonly from: Version;
  readonly below: Version;
}

const condition = /^(>=|<=|>|<|=|\^|~)?v?(\d{1,6}|[x*])(?:\.(\d{1,6}|[x*]))?(?:\.(\d{1,6}|[x*]))?(-[0-9A-Za-z.-]+)?$/;
const endless: Version = { numbers: [Infinity, 0, 0], isBefore: false };

/**
 * The problem with the server versions that a plugin needs; null if the server is one of them.
 * @param needs a range as npm writes it: conditions with `>=`, `<`, `^`, `~` or `x`, spaces between those that must all
 * hold,
 *   and `||` between alternatives
 * @param version of the server; undefined if unknown
 */
export function needsProblem(needs: unknown, version: string | undefined): Problem | null {
  if (needs === undefined) return null;
  const range = typeof needs === 'string' ? rangeOf(needs) : null;
  if (!range) {
    const text = typeof needs === 'string' ? JSON.stringify(needs) : `a ${typeof needs}`;
    return [`needs ${text} of the server`, 'write a range of versions, such as >=0.3 or ^1.2'];
  }
  const server = version === undefined ? undefined : boundsOf(version)?.from;
  if (!server || range.some((all) => all.every(({ from, below }) => isIn(server, from, below)))) return null;
  return [
    `needs Photofinch ${needs as string}, this is ${version}`,
    'update the server, or install another version of the plugin',
  ];
}

const isIn = (version: Version, from: Version, below: Version): boolean =>
  compare(version, from) >= 0 && compare(version, below) < 0;

function compare(a: Version, b: Version): number {
  const at = a.numbers.findIndex((number, i) => number !== b.numbers[i]);
  if (at >= 0) return (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
  return Number(b.isBefore) - Number(a.isBefore);
}

/** Alternatives of conditions that must all hold. */
function rangeOf(text: string): Bounds[][] | null {
  const alternatives = text.split('||').map((all) =>
    all
      .replace(/([<>=^~])\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .map(boundsOf),
  );
  return alternatives.every((all) => all.every((bounds) => bounds !== null)) ? alternatives : null;
}

function boundsOf(text: string): Bounds | null {
  const [, operator = '', ...parts] = condition.exec(text) ?? [];
  if (parts.length === 0) return null;
  const numbers: readonly (string | undefined)[] = parts.slice(0, 3);
  const values = numbers.map((part) => (part === undefined || /[x*]/.test(part) ? null : Number(part)));
  // How many numbers are given: `1.x` and `1` have one.
  const precision = values.includes(null) ? values.indexOf(null) : 3;
  const [major, minor, patch] = values.map((number, i) => (i < precision ? (number ?? 0) : 0)) as [
    number,
    number,
    number,
  ];
  const from: Version = { numbers: [major, minor, patch], isBefore: parts[3] !== undefined };
  const release = (numbers: Version['numbers']): Version => ({ numbers, isBefore: false });
  /** The next version in which the number at that position is greater. */
  const next = (place: number): Version =>
    release(
      place < 0
        ? endless.numbers
        : place === 0
          ? [major + 1, 0, 0]
          : place === 1
            ? [major, minor + 1, 0]
            : [major, minor, patch + 1],
    );
  const after = next(precision - 1);
  const first = release([0, 0, 0]);
  if (operator === '>=') return { from, below: endless };
  if (operator === '>') return { from: after, below: endless };
  if (operator === '<') return { from: first, below: from };
  if (operator === '<=') return { from: first, below: after };
  if (operator === '~') return { from, below: next(Math.min(1, precision - 1)) };
  // The first number other than 0 is fixed: ^1.2 and ^0.3.
  if (operator === '^')
    return { from, below: next(major > 0 || precision === 1 ? 0 : minor > 0 || precision === 2 ? 1 : 2) };
  return { from, below: after };
}
