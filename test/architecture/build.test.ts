import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';
import { skip } from '../support/skip.ts';

const root = resolve(import.meta.dirname, '../..');

function filesIn(folders: readonly string[], ending: string): string[] {
  return folders.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith(ending))
      .map((name) => join(root, folder, name)),
  );
}

/** How a module that is started as a process or a thread is named: `startProcess('./inference-process', import.meta.url`. */
const started = /'(\.\/[\w/-]*[\w-])',\s*import\.meta\.url/g;

describe('the built program', function () {
  before(function () {
    if (process.env['TEST_BUILT'] !== '1') skip(this, 'nothing is built: set TEST_BUILT=1 after npm run build');
  });

  it('has every module that is started as a process or a thread', () => {
    const modules = filesIn(['core', 'plugins'], '.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(started)].map(([, name]) =>
        relative(root, join(dirname(file), `${name ?? ''}.js`)),
      ),
    );
    expect(modules).to.include('core/media/decode-process.js');
    expect(modules.filter((file) => !existsSync(join(root, 'dist', file)))).to.deep.equal([]);
  });

  it('has each module once, so that each class exists only once', () => {
    const modules = filesIn(['dist/core', 'dist/plugins'], '.js.map').flatMap((file) =>
      (JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] }).sources.map((source) =>
        relative(root, resolve(dirname(file), source)),
      ),
    );
    expect(modules).to.include('core/plugin-api/errors.ts');
    expect(modules.filter((module, at) => modules.indexOf(module) !== at)).to.deep.equal([]);
  });

  it('keeps `import.meta.url` in its messages as in the sources', () => {
    const said = filesIn(['dist/core'], '.js').flatMap(
      (file) => readFileSync(file, 'utf8').match(/give an absolute path, or new URL.*/g) ?? [],
    );
    expect(said).to.have.length(1);
    expect(said[0]).to.contain('import.meta.url');
  });
});
