import { expect } from 'chai';
import { needsProblem } from '../../../core/plugin-api/shapes/needs.ts';

/** Ranges, with versions that they allow and versions that they do not, as npm reads them. */
const ranges: Readonly<Record<string, readonly [allowed: string, refused: string]>> = {
  '>=0.3': ['0.3.0 0.3.1 0.10.0 2.0.0', '0.2.9 0.3.0-beta.1'],
  '> 0.3': ['0.4.0', '0.3.0 0.3.9'],
  '>1.2.3': ['1.2.4', '1.2.3'],
  '<2': ['1.9.9 0.0.1', '2.0.0'],
  '<=1.2': ['1.2.9', '1.3.0'],
  '^1.2': ['1.2.0 1.9.0', '1.1.9 2.0.0'],
  '^0.3': ['0.3.9', '0.4.0 0.2.0'],
  '^0.3.2': ['0.3.2', '0.3.1 0.4.0'],
  '^0.0.3': ['0.0.3', '0.0.4'],
  '^0': ['0.9.0', '1.0.0'],
  '~1.2.3': ['1.2.9', '1.3.0 1.2.2'],
  '~1': ['1.9.0', '2.0.0'],
  '1.x': ['1.0.0 1.9.9', '2.0.0'],
  '1.2': ['1.2.7', '1.3.0'],
  '=1.2.3': ['1.2.3', '1.2.4'],
  '*': ['0.0.1 9.9.9', ''],
  '>=0.3 <1': ['0.3.0 0.9.9', '1.0.0 0.2.0'],
  '^0.3 || ^1.2': ['0.3.1 1.5.0', '0.4.0 1.1.0'],
  '1.2 - 2.3': ['1.2.0 2.3.9', '1.1.9 2.4.0'],
  X: ['0.0.1 9.9.9', '1.0.0-beta.1'],
  '<2.0.0': ['1.9.9', '2.0.0-rc.1 1.9.9-rc.1'],
  '^1.2.0': ['1.2.0', '2.0.0-beta.1 1.3.0-beta.1'],
  '~1.2': ['1.2.9', '1.3.0-beta 1.2.5-beta'],
  '>=1.0.0-beta.5': ['1.0.0-beta.5 1.0.0-beta.10 1.0.0-rc 1.0.0 2.0.0', '1.0.0-alpha.1 1.0.0-beta.4 1.0.1-beta.6'],
  '>1.0.0-beta.5': ['1.0.0-beta.6 1.0.0-beta.5.1 1.0.0', '1.0.0-beta.5 1.0.0-5'],
  '<=1.2.3-beta.1': ['1.2.2 1.2.3-beta.1 1.2.3-alpha', '1.2.3 1.2.3-beta.2'],
  '1.2.3-beta.1': ['1.2.3-beta.1 1.2.3-beta.1+5', '1.2.3 1.2.3-beta 1.2.3-beta.2'],
  '^1.2.3-beta.2': ['1.2.3-beta.4 1.2.3 1.9.0', '1.2.3-beta.1 1.2.4-beta.4 2.0.0-beta.1'],
};

describe('the server versions that a plugin needs', () => {
  for (const [range, [allowed, refused]] of Object.entries(ranges)) {
    it(`are read as npm reads ${range}`, () => {
      const fits = (version: string): boolean => needsProblem(range, version) === null;
      const listed = (versions: string): string[] => versions.split(' ').filter(Boolean);
      expect(listed(allowed).filter((version) => !fits(version))).to.deep.equal([]);
      expect(listed(refused).filter(fits)).to.deep.equal([]);
    });
  }

  it('may be any if the plugin or the host states none', () => {
    expect(needsProblem(undefined, '0.1.0')).to.equal(null);
    expect(needsProblem('>=99', undefined)).to.equal(null);
  });

  it('are refused if they are not a range', () => {
    for (const needs of ['', 'latest', '1.2.3.4', '>=', 3, null, '^1 ||', 'a'.repeat(1000)]) {
      expect(needsProblem(needs, undefined)?.[1]).to.contain('such as >=0.3');
    }
  });
});
