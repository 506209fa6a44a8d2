import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

/** The names of the dependencies in a `package.json`. */
function asked(path: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  ) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

/** The names of the packages that the page has a row for. */
function described(): string[] {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  return [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name ?? '');
}

describe('the page of dependencies', () => {
  const names = new Set([...asked('package.json'), ...asked('native/sqlite/node-20/package.json')]);

  it('has a row for every dependency', () => {
    const rows = new Set(described());
    expect([...names].filter((name) => !rows.has(name))).to.deep.equal([]);
  });

  it('has no row for a package that is no longer a dependency', () => {
    expect(described().filter((name) => !names.has(name))).to.deep.equal([]);
  });
});
