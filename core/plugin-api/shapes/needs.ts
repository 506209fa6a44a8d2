import type { Problem } from './problem.ts';

/** The numbers of a version, and the parts of its prerelease; a release has none. */
interface Version {
  readonly numbers: readonly [number, number, number];
  readonly prerelease: readonly string[];
}

/** A condition of a range: at least `from`, and below `below`. */
interface Bounds {
  readonly from: Version;
  readonly below: Version;
  /** The prerelease that the condition names; null if none. */
  readonly prerelease: Version | null;
}

const condition =
  /^(>=|<=|>|<|=|\^|~)?v?(\d{1,6}|[xX*])(?:\.(\d{1,6}|[xX*]))?(?:\.(\d{1,6}|[xX*]))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const endless: Version = { numbers: [Infinity, 0, 0], prerelease: [] };

/**
 * The problem with the server versions that a plugin needs; null if the server is one of them.
 * @param needs a range as npm writes it: conditions with `>=`, `<`, `^`, `~`, `x` or ` - `, spaces between those that must all
 *   hold, and `||` between alternatives. As for npm, a prerelease fits only where a prerelease of the same version is named.
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
  if (!server || range.some((all) => fits(server, all))) return null;
  return [
    `needs Photofinch ${needs as string}, this is ${version}`,
    'update the server, or install another version of the plugin',
  ];
}

/** Whether a version meets all of these conditions. */
function fits(version: Version, all: readonly Bounds[]): boolean {
  const isRelease = version.prerelease.length === 0;
  const isNamed = all.some(({ prerelease }) => String(prerelease?.numbers) === String(version.numbers));
  const isWithin = all.every(({ from, below }) => compare(version, from) >= 0 && compare(version, below) < 0);
  return isWithin && (isRelease || isNamed);
}

function compare(a: Version, b: Version): number {
  const at = a.numbers.findIndex((number, i) => number !== b.numbers[i]);
  if (at >= 0) return (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  const different = a.prerelease.findIndex((part, i) => part !== b.prerelease[i]);
  if (different < 0) return a.prerelease.length - b.prerelease.length;
  return comparePart(a.prerelease[different] ?? '', b.prerelease[different]);
}

/** Compares two different parts of prereleases: a number comes before a text, and no part before any. */
function comparePart(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  const [aIsNumber, bIsNumber] = [a, b].map((part) => /^\d+$/.test(part));
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Alternatives of conditions that must all hold. */
function rangeOf(text: string): Bounds[][] | null {
  const alternatives = text.split('||').map((all) =>
    all
      .replace(/^\s*(\S+)\s+-\s+(\S+)\s*$/, '>=$1 <=$2')
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
  const values = numbers.map((part) => (part === undefined || /[xX*]/.test(part) ? null : Number(part)));
  // How many numbers are given: `1.x` and `1` have one.
  const precision = values.includes(null) ? values.indexOf(null) : 3;
  const [major, minor, patch] = values.map((number, i) => (i < precision ? (number ?? 0) : 0)) as [
    number,
    number,
    number,
  ];
  const prerelease = precision === 3 ? (parts[3]?.split('.') ?? []) : [];
  const from: Version = { numbers: [major, minor, patch], prerelease };
  /** The first prerelease of the next version in which the number at that position is greater. */
  const next = (place: number): Version => {
    if (place < 0) return endless;
    if (place === 0) return beforeAll([major + 1, 0, 0]);
    return beforeAll(place === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1]);
  };
  const bounds = { from, below: endless, prerelease: prerelease.length > 0 ? from : null };
  /** The first version behind what is given. */
  const after = prerelease.length > 0 ? { ...from, prerelease: [...prerelease, '0'] } : next(precision - 1);
  if (operator === '>=') return bounds;
  if (operator === '>') return { ...bounds, from: precision < 3 ? { ...after, prerelease: [] } : after };
  const first = beforeAll([0, 0, 0]);
  if (operator === '<') return { ...bounds, from: first, below: precision < 3 ? beforeAll(from.numbers) : from };
  if (operator === '<=') return { ...bounds, from: first, below: after };
  if (operator === '~') return { ...bounds, below: next(Math.min(1, precision - 1)) };
  // The first number other than 0 is fixed: ^1.2 and ^0.3.
  if (operator === '^') return { ...bounds, below: next(Math.min(major > 0 ? 0 : minor > 0 ? 1 : 2, precision - 1)) };
  return { ...bounds, below: after };
}

/** The first prerelease of a version. */
const beforeAll = (numbers: Version['numbers']): Version => ({ numbers, prerelease: ['0'] });
