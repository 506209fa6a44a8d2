import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { de } from '../../web/strings/admin/de.ts';
import { en } from '../../web/strings/admin/en.ts';
import { fr } from '../../web/strings/admin/fr.ts';

const root = resolve(import.meta.dirname, '../..');

/** The actions that source code records: `action: 'a.b'`, `record('a.b', …)` or `record(library, 'a.b', …)`. */
function actionsIn(program: string): string[] {
  const places = [...program.matchAll(/\baction: ([^,}\n]+)|\brecord\((?:library, )?('\w+\.\w+')/g)];
  return places.flatMap(([, value = '', first = '']) =>
    [...`${value} ${first}`.matchAll(/'([a-z_]+(?:\.[a-z_]+)?)'/g)].map(([, action = '']) => action),
  );
}

/** ``| `a.b`, `.c` |`` in the first column names `a.b` and `a.c`. */
function actionsOfPage(page: string): string[] {
  const [, table = ''] = page.split('## The audit trail');
  return [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) => {
    let group = '';
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
      if (!name.startsWith('.')) [group = ''] = name.split('.');
      return name.startsWith('.') ? group + name : name;
    });
  });
}

describe('the actions of the audit trail', () => {
  const files = ['core', 'plugins'].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.includes('node_modules'))
      .map((file) => readFileSync(join(root, name, file), 'utf8')),
  );
  const written = [...new Set(files.flatMap(actionsIn))].sort();

  for (const [language, { actions }] of Object.entries({ en, de, fr })) {
    it(`have names on the admin page, and no others do, in ${language}`, () => {
      expect(Object.keys(actions).sort()).to.deep.equal(written);
    });
  }

  it('are the ones listed in docs/monitoring.md', () => {
    const page = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
    expect(actionsOfPage(page).sort()).to.deep.equal(written);
  });
});
