import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** The files of the recipe *Add a filter*. */
const recipe = [
  'core/domain/photo-rule.ts',
  'core/http/schemas/photo-filter.ts',
  'core/services/albums/photo-rules.ts',
  'core/timeline/conditions.ts',
  'core/timeline/photo-filter.ts',
];

/** The files of the recipe that do not compile after a change to one file. */
function brokenBy(file: string, change: (text: string) => string): string[] {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const changed = resolve(root, file);
  const before = readFileSync(changed, 'utf8');
  const after = change(before);
  expect(after).not.to.equal(before);
  const read = host.readFile.bind(host);
  host.readFile = (path) => (resolve(path) === changed ? after : read(path));
  const program = ts.createProgram(
    recipe.map((path) => resolve(root, path)),
    options,
    host,
  );
  return recipe.filter((path) => {
    const source = program.getSourceFile(resolve(root, path));
    return !source || program.getSemanticDiagnostics(source).length > 0;
  });
}

describe('a new field of photo filters', function () {
  it('breaks nothing while it does not exist', () => {
    expect(brokenBy('core/domain/photo-rule.ts', (text) => `${text}\n`)).to.deep.equal([]);
  });

  it('does not compile in the timeline until it has a condition, and a mapping from requests or an exclusion', () => {
    const add = (text: string): string =>
      text.replace('export interface PhotoFilter extends TimeWindow {', '$& readonly season?: string | undefined;');
    expect(brokenBy('core/timeline/photo-filter.ts', add)).to.deep.equal([
      'core/services/albums/photo-rules.ts',
      'core/timeline/conditions.ts',
      'core/timeline/photo-filter.ts',
    ]);
  });

  it('does not compile in JSON until it has its schemas and is read', () => {
    const add = (text: string): string => text.replace('export interface PhotoRule {', '$& season?: string;');
    expect(brokenBy('core/domain/photo-rule.ts', add)).to.deep.equal([
      'core/http/schemas/photo-filter.ts',
      'core/services/albums/photo-rules.ts',
    ]);
  });

  it('does not compile as a query parameter until it has its schema and is read', () => {
    const add = (text: string): string =>
      text.replace(/export interface PhotoListFilter extends [^{]*\{/, '$& season?: string;');
    expect(brokenBy('core/domain/photo-rule.ts', add)).to.deep.equal([
      'core/http/schemas/photo-filter.ts',
      'core/services/albums/photo-rules.ts',
    ]);
  });

  it('has a recipe that names exactly the files to change', () => {
    const text = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8');
    const section = /### Add a filter\n([^#]*)/.exec(text)?.[1] ?? '';
    const named = [...section.matchAll(/`(core\/[^`]+\.ts)`/g)].map(([, path = '']) => relative('.', path));
    expect([...new Set(named)].sort()).to.deep.equal(recipe);
  });
});
