import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../..');

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The rows of the first table: a folder, and its description. */
function rows(page: string): Map<string, string> {
  const [house = ''] = page.split('Who may import whom');
  return new Map([...house.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(([, room = '', text = '']) => [room, text]));
}

describe('the page of the architecture', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const house = rows(page);
  /** Whether the row of a folder names a subfolder as code, or the subfolder has a row of its own. */
  const says = (room: string, name: string): boolean =>
    new RegExp(`\`${name}/?\``).test(house.get(room) ?? '') || house.has(`${room}/${name}`);

  it('has a row for each folder of core, and for no other', () => {
    const rooms = [...house.keys()].filter((room) => room.startsWith('core/') && room !== 'core/main.ts');
    expect(rooms).to.have.members(foldersIn('core').map((name) => `core/${name}`));
  });

  it('names the subfolders of each folder of core', () => {
    const inRooms = foldersIn('core').flatMap((room) => foldersIn(`core/${room}`).map((name) => [room, name] as const));
    expect(inRooms.filter(([room, name]) => !says(`core/${room}`, name))).to.deep.equal([]);
  });

  for (const heap of ['plugins', 'web']) {
    it(`names each folder of ${heap}`, () => {
      expect(foldersIn(heap).filter((name) => !says(`${heap}/…`, name))).to.deep.equal([]);
    });
  }

  it('names no file that does not exist', () => {
    const files = new Set(
      readdirSync(root, { withFileTypes: true })
        .filter(({ name }) => ['core', 'plugins', 'web', 'docs'].includes(name))
        .flatMap(({ name }) => readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }))
        .map((file) => `/${file}`),
    );
    const named = [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
    const gone = named.filter((name) => ![...files].some((file) => `/core${file}`.endsWith(`/${name}`)));
    expect(named).to.not.be.empty;
    expect(gone).to.deep.equal([]);
  });
});
