import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

/** What a `package.json` asks for by name. */
function asked(path: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  ) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

/** What the page of dependencies has a row for. */
function described(): string[] {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  return [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name ?? '');
}

describe('the page of dependencies', () => {
  const names = new Set([...asked('package.json'), ...asked('native/sqlite/node-20/package.json')]);

  it('has a row for every package that is asked for', () => {
    const rows = new Set(described());
    expect([...names].filter((name) => !rows.has(name))).to.deep.equal([]);
  });

  it('has none for a package that is gone', () => {
    expect(described().filter((name) => !names.has(name))).to.deep.equal([]);
  });
});
