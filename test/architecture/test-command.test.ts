import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');
/** How mocha itself finds files: it throws for a pattern that finds none, where its command only warns. */
const { lookupFiles } = createRequire(import.meta.url)('mocha/lib/cli/lookup-files') as {
  lookupFiles: (pattern: string, extensions: string[], recursive: boolean) => string[];
};

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const quoted = /"([^"]+)"/g;

/** The patterns in quotes of a script of `package.json`. */
function patterns(script: string): string[] {
  return [...(scripts[script] ?? '').matchAll(quoted)].map(([, pattern]) => pattern ?? '');
}

/** Every file of tests but those of the packages and the image, which have commands of their own. */
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

  // To a shell, ** is one folder: as soon as there is one, it leaves out the files beside it.
  it('leaves patterns of any depth to mocha', () => {
    for (const [name, script] of Object.entries(scripts)) {
      expect(script.replaceAll(quoted, ''), name).to.not.include('**');
    }
  });
});
