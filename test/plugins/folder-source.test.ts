import { expect } from 'chai';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describePhotoSource } from '../../core/plugin-api/contract-tests.ts';
import { SourceError, type ChangeEvent, type PhotoSource } from '../../core/plugin-api/index.ts';
import { createFolderSource } from '../support/folder-source.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const signal = new AbortController().signal;

function write(root: string, path: string, content = `content of ${path}`, time = 1_700_000_000): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), time, time);
}

function writeLibrary(root: string): void {
  write(root, 'loose.jpg', 'a picture by itself', 1_500_000_000);
  write(root, 'summer/beach.heic', 'sand and water', 1_600_000_000);
  write(root, 'summer/deep/below.png', 'blue all over it', 1_600_000_000);
  write(root, 'winter/snow.jpg', 'white all over it', 1_650_000_000);
  write(root, 'winter/empty.jpg', '');
}

async function names(source: PhotoSource): Promise<string[]> {
  const { items } = await source.timeline({ cursor: null, limit: 1000, signal });
  const { nodes } = await source.nodes(
    items.map(({ uid }) => uid),
    { signal },
  );
  return nodes.map(({ name }) => name);
}

async function codeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    // The plugin must throw the `SourceError` of the server, from the contract that the server provides.
    expect(error).to.be.instanceOf(SourceError);
    return (error as SourceError).code;
  }
  return undefined;
}

describe('the folder source, a third-party package', () => {
  describePhotoSource(
    () => {
      const root = mkdtempSync(join(tmpdir(), 'photofinch-'));
      writeLibrary(root);
      return {
        root,
        source: createFolderSource({ path: root }),
        cleanup: () => {
          rmSync(root, { recursive: true });
        },
      };
    },
    {
      change: ({ root }) => {
        write(root, 'summer/new.jpg');
        write(root, 'winter/snow.jpg', 'molten');
        rmSync(join(root, 'loose.jpg'));
        renameSync(join(root, 'summer/beach.heic'), join(root, 'summer/sea.heic'));
      },
    },
  );

  it('lists every file whatever its content, but no hidden files and no links', () =>
    withTempFolder(async (root) => {
      write(root, 'notes.txt');
      write(root, 'odd/id_000123.fuzzed');
      write(root, 'odd/no extension');
      write(root, 'odd/日本語 🏔 Ελληνικά.JPG');
      write(root, '.hidden/secret.jpg');
      write(root, 'odd/.DS_Store');
      symlinkSync(join(root, 'notes.txt'), join(root, 'link.txt'));
      const found = await names(createFolderSource({ path: root }));
      expect(found).to.have.members(['notes.txt', 'id_000123.fuzzed', 'no extension', '日本語 🏔 Ελληνικά.JPG']);
    }));

  it('lists only files that match the pattern, if one is set', () =>
    withTempFolder(async (root) => {
      writeLibrary(root);
      const source = createFolderSource({ path: root, pattern: /^summer\/.*\.(heic|png)$/ });
      expect(await names(source)).to.have.members(['beach.heic', 'below.png']);
    }));

  it('continues its changes feed after a restart', () =>
    withTempFolder(async (root) => {
      const path = join(root, 'pictures');
      writeLibrary(path);
      const options = { path, journalFile: join(root, 'journal.json') };
      const { changesCursor } = await createFolderSource(options).timeline({ cursor: null, limit: 10, signal });
      rmSync(join(path, 'loose.jpg'));
      const restarted = createFolderSource(options);
      const { events } = await restarted.changes({ since: changesCursor, limit: 10, signal });
      expect(events).to.have.length(1);
      expect(events[0]!.type).to.equal('delete');
    }));

  it('expires the cursor if its journal is lost', () =>
    withTempFolder(async (root) => {
      writeLibrary(root);
      const { changesCursor } = await createFolderSource({ path: root }).timeline({ cursor: null, limit: 10, signal });
      const call = () => createFolderSource({ path: root }).changes({ since: changesCursor, limit: 10, signal });
      expect(await codeOf(call)).to.equal('cursor_expired');
    }));

  it('reports a changed album, and a deleted one', () =>
    withTempFolder(async (root) => {
      writeLibrary(root);
      const source = createFolderSource({ path: root });
      const { changesCursor } = await source.timeline({ cursor: null, limit: 10, signal });
      write(root, 'summer/another.jpg');
      rmSync(join(root, 'winter'), { recursive: true });
      const { events } = await source.changes({ since: changesCursor, limit: 10, signal });
      const albums = events.filter(({ kind }: ChangeEvent) => kind === 'album').map(({ type }) => type);
      expect(albums).to.have.members(['upsert', 'delete']);
    }));

  it('is unreachable, not empty, if the folder is missing', () =>
    withTempFolder(async (root) => {
      const source = createFolderSource({ path: join(root, 'not mounted') });
      expect(await source.health({ signal })).to.include({ reachable: false });
      expect(await codeOf(() => source.timeline({ cursor: null, limit: 10, signal }))).to.equal('unreachable');
    }));

  it('is unreachable for known photos while the folder is missing', () =>
    withTempFolder(async (folder) => {
      const root = join(folder, 'mount');
      write(root, 'photo.jpg');
      const source = createFolderSource({ path: root });
      const { items } = await source.timeline({ cursor: null, limit: 10, signal });
      const { uid } = items[0]!;
      renameSync(root, join(folder, 'away'));
      expect(await codeOf(() => source.open(uid, { signal }))).to.equal('unreachable');
      expect(await codeOf(() => source.nodes([uid], { signal }))).to.equal('unreachable');
      renameSync(join(folder, 'away'), root);
      expect((await source.nodes([uid], { signal })).nodes).to.have.length(1);
    }));

  it('reports not_found for a photo whose file was deleted after it was listed', () =>
    withTempFolder(async (root) => {
      write(root, 'gone.jpg');
      const source = createFolderSource({ path: root });
      const { items } = await source.timeline({ cursor: null, limit: 10, signal });
      rmSync(join(root, 'gone.jpg'));
      expect(await codeOf(() => source.open(items[0]!.uid, { signal }))).to.equal('not_found');
    }));

  it('fails a read if the file is truncated meanwhile', () =>
    withTempFolder(async (root) => {
      const file = join(root, 'big.jpg');
      write(root, 'big.jpg', 'x'.repeat(5_000_000));
      const source = createFolderSource({ path: root });
      const { items } = await source.timeline({ cursor: null, limit: 10, signal });
      const { body } = await source.open(items[0]!.uid, { signal });
      truncateSync(file, 100);
      expect(await codeOf(() => body.toArray())).to.equal('integrity');
    }));
});
