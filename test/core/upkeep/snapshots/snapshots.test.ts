import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeBackups } from '../../../../core/plugin-api/contract-tests.ts';
import { tryLockFolder } from '../../../../core/upkeep/snapshots/folder-lock.ts';
import { unfinishedName } from '../../../../core/upkeep/snapshots/unfinished.ts';
import { BackupRig, quiet } from '../../../support/backup-rig.ts';
import { until } from '../../../support/until.ts';

const folders: string[] = [];
const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const thrownBy = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it was to fail'),
    (error: unknown) => error as Error,
  );

describe('the bundled backups', () => {
  describeBackups(() => ({ backups: new BackupRig(tempFolder()).snapshots }));
});

describe('a snapshot', () => {
  let rig: BackupRig;
  beforeEach(() => {
    rig = new BackupRig(tempFolder());
  });
  afterEach(() => rig.close());

  it('is one private file, with the reported size and hash', async () => {
    const taken = await rig.snapshots.take({ signal: quiet() });
    const file = join(rig.backups, taken.name);
    const bytes = readFileSync(file);
    expect(taken.size).to.equal(bytes.length);
    expect(taken.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect(rig.files()).to.deep.equal([taken.name, `${taken.name}.json`]);
    expect([statSync(rig.backups).mode & 0o777, statSync(file).mode & 0o777]).to.deep.equal([0o700, 0o600]);
  });

  it('leaves nothing behind when it is aborted halfway', async () => {
    rig.fill(50);
    const stop = new AbortController();
    const taking = rig.snapshots.take({ signal: stop.signal });
    await until(() => existsSync(rig.backups) && rig.files().some((name) => statSize(join(rig.backups, name)) > 0));
    stop.abort(new Error('stopped'));
    expect(await thrownBy(taking)).to.include({ message: 'stopped' });
    expect(rig.files()).to.deep.equal([]);
  });

  it('is not taken of a damaged index', async () => {
    rig.fill(4);
    rig.db.pragma('wal_checkpoint(TRUNCATE)');
    const handle = openSync(rig.file, 'r+');
    const middle = Math.floor(statSync(rig.file).size / 2 / 4096) * 4096;
    for (let page = 0; page < 40; page += 1) writeSync(handle, Buffer.alloc(4096, 7), 0, 4096, middle + page * 4096);
    closeSync(handle);
    const { message } = await thrownBy(rig.snapshots.take({ signal: quiet() }));
    expect(message).to.match(/^(The snapshot is not whole and was thrown away|No snapshot could be taken)/);
    expect(rig.files()).to.deep.equal([]);
  });

  it('waits for another one that is being taken, and has its own name', async () => {
    const other = rig.another();
    const [first, second, third] = await Promise.all([
      rig.snapshots.take({ signal: quiet() }),
      other.take({ signal: quiet() }),
      rig.snapshots.take({ signal: quiet() }),
    ]);
    const names = new Set([first, second, third].map(({ name }) => name));
    expect(names).to.have.property('size', 3);
    expect((await rig.snapshots.list()).map(({ verified }) => verified)).to.deep.equal([true, true, true]);
    expect(rig.files()).to.have.length(6);
    await other.close();
  });

  it('that waits for another process stops when it is aborted', async () => {
    mkdirSync(rig.backups);
    const lock = tryLockFolder(rig.backups);
    const stop = new AbortController();
    const taking = rig.snapshots.take({ signal: stop.signal });
    setTimeout(() => {
      stop.abort(new Error('stopped'));
    }, 50);
    expect(await thrownBy(taking)).to.include({ message: 'stopped' });
    lock?.release();
  });

  describe('that a crash left incomplete', () => {
    const part = unfinishedName();
    const left = [part, `${part}-journal`, `${part}.json`, 'index-20200102T030405Z.sqlite3.json'];
    beforeEach(() => {
      mkdirSync(rig.backups);
      for (const name of left) writeFileSync(join(rig.backups, name), 'half');
    });

    it('is not listed', async () => {
      expect(await rig.snapshots.list()).to.deep.equal([]);
    });

    it('is removed with the next one', async () => {
      const { name } = await rig.snapshots.take({ signal: quiet() });
      expect(rig.files()).to.deep.equal([name, `${name}.json`]);
    });

    it('is removed at the start', async () => {
      await rig.snapshots.sweep();
      expect(rig.files()).to.deep.equal([]);
    });

    it('is kept while another process takes one, which may be this one', async () => {
      const lock = tryLockFolder(rig.backups);
      await rig.snapshots.sweep();
      lock?.release();
      expect(rig.files()).to.deep.equal([...left].sort());
    });
  });
});

describe('the list of snapshots', () => {
  let rig: BackupRig;
  beforeEach(() => {
    rig = new BackupRig(tempFolder());
  });
  afterEach(() => rig.close());
  const put = (name: string, content: string | Buffer): void => {
    mkdirSync(rig.backups, { recursive: true });
    writeFileSync(join(rig.backups, name), content);
  };
  const untilReadThrough = (): Promise<void> =>
    until(async () => (await rig.snapshots.list()).every(({ sha256 }) => sha256 !== null));

  it('claims nothing about files of unknown origin until they are verified', async () => {
    const taken = await rig.snapshots.take({ signal: quiet() });
    const foreign = 'index-20200102T030405Z.sqlite3';
    put(foreign, readFileSync(join(rig.backups, taken.name)));
    put('index-20200102T030406Z.sqlite3', 'no database');
    expect((await rig.snapshots.list()).map(({ sha256 }) => sha256)).to.deep.equal([taken.sha256, null, null]);
    await untilReadThrough();
    const list = await rig.snapshots.list();
    expect(list.map(({ name, verified }) => [name, verified])).to.deep.equal([
      [taken.name, true],
      ['index-20200102T030406Z.sqlite3', false],
      [foreign, true],
    ]);
    expect(list[2]).to.include({ sha256: taken.sha256, createdAt: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000 });
    expect(await rig.another().list()).to.deep.equal(list);
  });

  it('withdraws what it reported about a file that was changed', async () => {
    const { name } = await rig.snapshots.take({ signal: quiet() });
    const file = join(rig.backups, name);
    const bytes = readFileSync(file);
    bytes.fill(7, bytes.length / 2, bytes.length / 2 + 4096 * 20);
    writeFileSync(file, bytes);
    utimesSync(file, 1, 1);
    expect(await rig.snapshots.list()).to.deep.include.members([
      {
        name,
        size: bytes.length,
        createdAt: (await rig.snapshots.list())[0]?.createdAt,
        sha256: null,
        verified: false,
      },
    ]);
    await untilReadThrough();
    const [found] = await rig.snapshots.list();
    expect(found).to.include({ sha256: createHash('sha256').update(bytes).digest('hex'), verified: false });
  });

  it('ignores invalid records', async () => {
    const { name } = await rig.snapshots.take({ signal: quiet() });
    for (const record of ['', 'null', '[]', '{"size":1}', '{"size":1,"modified":1,"sha256":"x","verified":true}']) {
      put(`${name}.json`, record);
      const fresh = rig.another();
      expect((await fresh.list())[0], record).to.include({ name, sha256: null, verified: false });
      await fresh.close();
    }
  });

  it('contains neither folders nor links nor files of others, which are left alone', async () => {
    const outside = join(tempFolder(), 'outside');
    writeFileSync(outside, 'mine');
    mkdirSync(join(rig.backups, 'index-20200102T030405Z.sqlite3'), { recursive: true });
    symlinkSync(outside, join(rig.backups, 'index-20200102T030406Z.sqlite3'));
    const foreign = [
      'holiday.jpg',
      'index-20200102T030407Z.sqlite3.bak',
      'index-20200230T030407Z.sqlite3',
      'index-20200102T250407Z.sqlite3',
      'index-2020.sqlite3',
      'index.sqlite3',
      'unfinished-novel.docx',
    ];
    for (const name of foreign) put(name, 'mine');
    mkdirSync(join(rig.backups, 'unfinished-business'));
    await rig.snapshots.sweep();
    expect(await rig.snapshots.list()).to.deep.equal([]);
    expect(await rig.snapshots.prune(0)).to.deep.equal([]);
    for (const name of ['index-20200102T030405Z.sqlite3', 'index-20200102T030406Z.sqlite3']) {
      expect(await thrownBy(rig.snapshots.remove(name))).to.include({ code: 'missing' });
    }
    for (const name of foreign) {
      expect(await thrownBy(rig.snapshots.remove(name)), name).to.include({ code: 'bad_name' });
    }
    expect(rig.files()).to.have.length(10);
    const { name } = await rig.snapshots.take({ signal: quiet() });
    expect(rig.files()).to.include.members([name, 'unfinished-novel.docx', 'unfinished-business']);
    expect(readFileSync(outside, 'utf8')).to.equal('mine');
  });

  it('can be read while snapshots are pruned', async () => {
    for (let second = 10; second < 60; second += 1) put(`index-20200102T0304${second}Z.sqlite3`, 'x');
    const lists = Array.from({ length: 10 }, () => rig.snapshots.list());
    await Promise.all([rig.snapshots.prune(5), rig.snapshots.prune(5), ...lists]);
    expect(await rig.snapshots.list()).to.have.length(5);
  });

  it('reports what is wrong with the folder, as taking a snapshot does', async () => {
    writeFileSync(rig.backups, 'a file in place of the folder');
    expect((await thrownBy(rig.snapshots.list())).message).to.equal(
      'The snapshots cannot be listed: the folder of the snapshots is a file; move it away, or set BACKUP_DIR to another one.',
    );
    expect((await thrownBy(rig.snapshots.take({ signal: quiet() }))).message).to.match(
      /^No snapshot could be taken: the folder of the snapshots is a file;/,
    );
  });

  describe('that is pruned', () => {
    const good = 'index-20200102T030405Z.sqlite3';
    const bad = ['index-20200102T030406Z.sqlite3', 'index-20200102T030407Z.sqlite3', 'index-20200102T030408Z.sqlite3'];
    beforeEach(async () => {
      const { name } = await rig.snapshots.take({ signal: quiet() });
      put(good, readFileSync(join(rig.backups, name)));
      await rig.snapshots.remove(name);
      for (const name of bad) put(name, 'no database');
      await untilReadThrough();
    });

    it('keeps the only good snapshot instead of a newer one that is damaged', async () => {
      expect(await rig.snapshots.prune(2)).to.deep.equal([bad[0]]);
      expect(rig.files().filter((name) => name.endsWith('3'))).to.deep.equal([good, bad[1], bad[2]]);
    });

    it('keeps a snapshot taken now rather than one with a future date, since the clock may be wrong', async () => {
      put('index-20990102T030405Z.sqlite3', readFileSync(join(rig.backups, good)));
      const { name } = await rig.snapshots.take({ signal: quiet() });
      await untilReadThrough();
      expect(await rig.snapshots.prune(1))
        .to.have.length(5)
        .and.to.not.include(name);
      expect(rig.files()).to.deep.equal([name, `${name}.json`]);
    });

    it('is empty if nothing is to be kept', async () => {
      expect(await rig.snapshots.prune(0)).to.have.length(4);
      expect(rig.files()).to.deep.equal([]);
    });
  });
});

function statSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
