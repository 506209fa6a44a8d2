import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createFolderDriver } from '../../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { hashesOf, hashStore, listStore, readStore, storeErrorFrom, unhurried } from '../../support/driver-reading.ts';
import { openHandles } from '../../support/open-handles.ts';
import { writePlainSet } from '../../support/plain-vault.ts';
import { asSource } from '../../support/programs.ts';

describe('the folder driver', () => {
  let root: string;
  let driver: Driver;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'photofinch-'));
    driver = createFolderDriver({ root });
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const put = (path: string, content: string | Buffer = path): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const paths = async (): Promise<string[]> => [...(await listStore(driver)).entries.keys()].sort();

  it('returns every file unchanged', async () => {
    const plain = await writePlainSet(root);
    await driver.check(unhurried);
    expect(await hashStore(driver)).to.deep.equal(hashesOf(plain));
  });

  it('states size and times as in the file system, with fractions', async () => {
    put('a.jpg', 'bytes');
    const { size, mtimeMs, ctimeMs } = statSync(join(root, 'a.jpg'));
    const entry = (await listStore(driver)).entries.get('a.jpg')!;
    expect(entry.stamp).to.deep.equal({ size, mtimeMs, ctimeMs });
    expect(await driver.stat(entry.handle, unhurried)).to.deep.equal(entry.stamp);
  });

  it('returns any range', async () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 7 + (i >> 8)) % 251));
    put('long.jpg', bytes);
    const entry = (await listStore(driver)).entries.get('long.jpg')!;
    for (const [start, end] of [
      [0, 0],
      [699_999, 699_999],
      [262_143, 262_144],
      [100, 650_000],
    ] as const) {
      const part = await readStore(driver, entry, { start, end });
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).to.equal(true);
    }
  });

  it('leaves out hidden files, system files, and folders with a .nomedia', async () => {
    for (const path of [
      'shown/a.jpg',
      '.hidden.jpg',
      '.Trash/b.jpg',
      '@eaDir/c.jpg',
      'shown/@eaDir/d.jpg',
      '#recycle/e.jpg',
      'lost+found/f.jpg',
      '$RECYCLE.BIN/g.jpg',
      'private/.nomedia',
      'private/h.jpg',
      'private/below/i.jpg',
    ]) {
      put(path);
    }
    expect(await paths()).to.deep.equal(['shown/a.jpg']);
  });

  it('follows no link, neither in the listing nor one that later replaced a file or folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'photofinch-'));
    try {
      writeFileSync(join(outside, 'secret.jpg'), 'secret');
      put('album/secret.jpg', 'mine');
      put('b.jpg', 'mine');
      symlinkSync(join(outside, 'secret.jpg'), join(root, 'link.jpg'));
      symlinkSync(outside, join(root, 'linked'));
      symlinkSync(root, join(root, 'album/loop'));
      expect(await paths()).to.deep.equal(['album/secret.jpg', 'b.jpg']);

      const { entries } = await listStore(driver);
      rmSync(join(root, 'b.jpg'));
      symlinkSync(join(outside, 'secret.jpg'), join(root, 'b.jpg'));
      rmSync(join(root, 'album'), { recursive: true });
      symlinkSync(outside, join(root, 'album'));
      for (const path of ['b.jpg', 'album/secret.jpg']) {
        expect((await storeErrorFrom(readStore(driver, entries.get(path)!))).code, path).to.equal('not_found');
      }
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('reads nothing outside its folder, whatever the handle', async () => {
    put('a.jpg');
    for (const handle of ['../etc/passwd', '/etc/passwd', 'a/../../etc/passwd', 'a.jpg/.', 'a\0.jpg', '.']) {
      const stolen = driver.read(handle, { start: 0, end: 1 }, unhurried)[Symbol.asyncIterator]().next();
      expect((await storeErrorFrom(stolen)).code, handle).to.equal('not_found');
      expect((await storeErrorFrom(driver.stat(handle, unhurried))).code, handle).to.equal('not_found');
    }
  });

  it('neither lists nor opens pipes and sockets, and does not block on them', async () => {
    put('a.jpg');
    execFileSync('mkfifo', [join(root, 'pipe.jpg')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 'socket.jpg'), resolve));
    try {
      expect(await paths()).to.deep.equal(['a.jpg']);
      const read = driver.read('pipe.jpg', { start: 0, end: 1 }, unhurried)[Symbol.asyncIterator]().next();
      expect((await storeErrorFrom(read)).code).to.equal('not_found');
    } finally {
      server.close();
    }
  });

  it('counts names that are not valid text, and lists the others', async () => {
    put('a.jpg');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.jpg')]), 'x');
    const { entries, report } = await listStore(driver);
    expect([...entries.keys()]).to.deep.equal(['a.jpg']);
    expect(report.unreadableNames).to.equal(1);
  });

  it('lists a folder with more subfolders than a call can have arguments', async function () {
    // In memory if possible: a busy disk takes minutes to remove so many.
    const many = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'photofinch-'));
    try {
      for (let i = 0; i < 130_000; i += 1) mkdirSync(join(many, String(i)));
      writeFileSync(join(many, '77', 'a.jpg'), 'one');
      expect([...(await listStore(createFolderDriver({ root: many }))).entries.keys()]).to.deep.equal(['77/a.jpg']);
    } finally {
      rmSync(many, { recursive: true, force: true });
    }
  });

  it('reports a truncated file as damaged, not as unreachable', async () => {
    put('a.jpg', Buffer.alloc(10_000));
    const entry = (await listStore(driver)).entries.get('a.jpg')!;
    truncateSync(join(root, 'a.jpg'), 5000);
    expect((await storeErrorFrom(readStore(driver, entry))).code).to.equal('integrity');
  });

  it('is unreachable if its folder is missing, or is a file', async () => {
    const away = `${root}-away`;
    renameSync(root, away);
    try {
      const error = await storeErrorFrom(driver.check(unhurried));
      expect(error.code).to.equal('unreachable');
      expect(error.message).to.not.include(root);
      expect((await storeErrorFrom(listStore(driver))).code).to.equal('unreachable');
      writeFileSync(root, 'a file');
      expect((await storeErrorFrom(driver.check(unhurried))).code).to.equal('unreachable');
    } finally {
      rmSync(root, { force: true });
      renameSync(away, root);
    }
  });

  it('skips an unreadable folder if told to, and names it', function () {
    if (process.getuid?.() !== 0) {
      console.log('      skipped: needs root, to become somebody who may not');
      this.skip();
    }
    put('open/a.jpg');
    put('closed/b.jpg');
    chmodSync(root, 0o755);
    chmodSync(join(root, 'closed'), 0o700);
    const script = `
      const { createFolderDriver } = await import('./plugins/bridge-upstream/bridge/drivers/folder.ts');
      // Not earlier: the program itself may be readable only by its owner.
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
      const driver = createFolderDriver({ root: process.argv[1] });
      const report = { unreadableNames: 0, unreadableFolders: [] };
      const paths = [];
      for await (const { path } of driver.list(report, new AbortController().signal)) paths.push(path);
      let strict = 'none';
      try {
        for await (const _ of driver.list({ unreadableNames: 0 }, new AbortController().signal));
      } catch (error) {
        strict = error.code;
      }
      console.log(JSON.stringify({ paths, report, strict }));`;
    const args = [...asSource, '--input-type=module', '-e', script, root];
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(JSON.parse(output)).to.deep.equal({
      paths: ['open/a.jpg'],
      report: { unreadableNames: 0, unreadableFolders: ['closed'] },
      strict: 'unreachable',
    });
  });

  it('closes a file that is not read to its end, and stops when aborted', async () => {
    put('long.jpg', Buffer.alloc(5_000_000));
    const handles = (): number => openHandles(root);
    for await (const piece of driver.read('long.jpg', { start: 0, end: 4_999_999 }, unhurried)) {
      expect(handles()).to.equal(1);
      expect(piece.length).to.be.at.most(512 * 1024);
      break;
    }
    expect(handles()).to.equal(0);

    const leaving = new AbortController();
    let pieces = 0;
    const reading = (async () => {
      for await (const piece of driver.read('long.jpg', { start: 0, end: 4_999_999 }, leaving.signal)) {
        pieces += Math.sign(piece.length);
        leaving.abort(new Error('left'));
      }
    })();
    expect(((await reading.catch((error: unknown) => error)) as Error).message).to.equal('left');
    expect(pieces).to.equal(1);
    expect(handles()).to.equal(0);
  });
});
