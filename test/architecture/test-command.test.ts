import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');
/** Mocha's own lookup of files. It throws if a pattern matches no file, where the command only warns. */
const { lookupFiles } = createRequire(import.meta.url)('mocha/lib/cli/lookup-files') as {
  lookupFiles: (pattern: string, extensions: string[], recursive: boolean) => string[];
};

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const quoted = /"([^"]+)"/g;

/** The quoted patterns of a script in `package.json`. */
function patterns(script: string): string[] {
  return [...(scripts[script] ?? '').matchAll(quoted)].map(([, pattern]) => pattern ?? '');
}

/** All test files but those of the packages and the image, which have their own commands. */
function testFiles(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !/^(image|package)\//.test(path))
    .map((path) => join(root, 'test', path));
}

describe('the test command', () => {
  it('runs every test file', () => {
    const run = new Set(patterns('test:unit').flatMap((pattern) => lookupFiles(join(root, pattern), ['ts'], false)));
    expect(testFiles().filter((path) => !run.has(path))).to.deep.equal([]);
  });

  // A shell expands ** to a single folder, if there is one, and leaves out the files beside it.
  it('quotes patterns with **, so that mocha expands them', () => {
    for (const [name, script] of Object.entries(scripts)) {
      expect(script.replaceAll(quoted, ''), name).to.not.include('**');
    }
  });
});
