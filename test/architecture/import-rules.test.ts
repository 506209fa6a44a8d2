import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { withTempFolder } from '../support/temp-folder.ts';

const root = resolve(import.meta.dirname, '../..');

interface Verdict {
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
}

/** Applies the project's import rules to a source tree. */
function cruise(cwd: string): Verdict['summary'] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...['core', 'plugins', 'packages', 'web', 'test', 'scripts'].filter((folder) => existsSync(join(cwd, folder))),
    ],
    { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as Verdict).summary;
}

describe('the import rules', () => {
  it('hold in the whole tree', () => {
    const { violations, totalCruised } = cruise(root);
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).to.deep.equal([]);
    expect(totalCruised).to.be.greaterThan(100);
  });

  const forbidden: [rule: string, from: string, to: string][] = [
    ['domain-imports-nothing', 'core/domain/a.ts', 'core/db/b.ts'],
    ['plugin-api-imports-nothing', 'core/plugin-api/a.ts', 'core/domain/b.ts'],
    ['db', 'core/db/a.ts', 'core/store/b.ts'],
    ['store', 'core/store/a.ts', 'core/timeline/b.ts'],
    ['timeline', 'core/timeline/a.ts', 'core/services/b.ts'],
    ['media', 'core/media/a.ts', 'core/store/b.ts'],
    ['vectors', 'core/vectors/a.ts', 'core/indexer/b.ts'],
    ['upkeep', 'core/upkeep/a.ts', 'core/http/b.ts'],
    ['settings', 'core/settings/a.ts', 'core/store/b.ts'],
    ['services', 'core/services/a.ts', 'core/http/b.ts'],
    ['services', 'core/services/a.ts', 'core/indexer/b.ts'],
    ['indexer', 'core/indexer/a.ts', 'core/http/b.ts'],
    ['http', 'core/http/a.ts', 'core/store/b.ts'],
    ['plugin-host', 'core/plugins/a.ts', 'core/services/b.ts'],
    ['compose', 'core/compose/a.ts', 'core/main.ts'],
    ['shipped-plugins-import-the-contract-alone', 'plugins/one/a.ts', 'core/domain/b.ts'],
    ['shipped-plugins-import-the-contract-alone', 'plugins/one/a.ts', 'plugins/two/b.ts'],
    ['packages-import-nothing', 'packages/one/a.ts', 'core/plugin-api/b.ts'],
    ['web-imports-wire-types-alone', 'web/a.ts', 'core/http/pipeline/route.ts'],
    ['web-state-knows-nothing-of-the-page', 'web/state/a.ts', 'web/components/b.ts'],
    ['web-state-knows-nothing-of-the-page', 'web/state/area/a.ts', 'web/app.ts'],
    ['web-api', 'web/api/a.ts', 'web/router.ts'],
    ['web-actions-draw-nothing', 'web/actions/a.ts', 'web/components/b.ts'],
    ['web-pages-compose-components', 'web/components/a.ts', 'web/pages/b.ts'],
  ];

  it('forbid imports between layers that must not know each other', () =>
    withTempFolder((folder) => {
      for (const [index, [, from, to]] of forbidden.entries()) {
        for (const file of [from, to]) mkdirSync(dirname(join(folder, file)), { recursive: true });
        const up = '../'.repeat(from.split('/').length - 1) || './';
        writeFileSync(join(folder, to), 'export const b = 1;\n');
        writeFileSync(join(folder, from), `export { b as b${index} } from '${up}${to}';\n`, { flag: 'a+' });
      }
      writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {"allowImportingTsExtensions": true}}');
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      const found = cruise(folder).violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
      for (const [rule, from, to] of forbidden) expect(found).to.include(`${rule}: ${from} → ${to}`);
    }));

  it('allow only one file to import the database driver, even among tests', () =>
    withTempFolder((folder) => {
      const files = ['core/db/a.ts', 'plugins/one/a.ts', 'test/a.test.ts', 'core/plugin-api/toolkit/sqlite.ts'];
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(
          join(folder, file),
          "import type Driver from 'better-sqlite3';\nexport type D = Driver.Database;\n",
        );
      }
      writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions": {"allowImportingTsExtensions": true}}');
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      const found = cruise(folder).violations.filter(
        ({ rule }) => rule.name === 'one-place-chooses-the-database-driver',
      );
      expect(found.map(({ from }) => from)).to.have.members(files.slice(0, 3));
    }));
});
