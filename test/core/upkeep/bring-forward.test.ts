import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { bringIndexForward, indexIsBehind } from '../../../core/upkeep/bring-forward.ts';
import { holdDataFolder } from '../../../core/settings/data-folder.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { signingSecret } from '../../../core/services/signing-secret.ts';
import { runCli, startServerProcess } from '../../support/server-process.ts';
import { fillDisk, withSmallDisk } from '../../support/small-disk.ts';
import { addTags, schemaOf, tagsIn } from '../../support/tagged-index.ts';
import { filesIn } from '../../support/backup-rig.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const log = { info: (): void => undefined };
const snapshotName = /^index-\d{8}T\d{6}\.\d{3}Z\.sqlite3$/;

/** The snapshots in a folder, without the JSON files beside them. */
const snapshotsIn = (folder: string): string[] => filesIn(folder).filter((name) => !name.endsWith('.json'));

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error as Error).message,
  );

const placeOf = (dataDir: string) => ({ dataDir, backupDir: join(dataDir, 'backups') });

describe('an index of an older version', () => {
  it('is upgraded once, after a snapshot of it, which can be restored', () =>
    withTempFolder(async (dataDir) => {
      const index = join(dataDir, 'index.sqlite3');
      addTags(index, 3, { upTo: 2 });
      // The secret by which the snapshot is recognised as one of this server.
      signingSecret(undefined, dataDir);
      expect(indexIsBehind({ dataDir })).to.equal(true);
      await bringIndexForward(placeOf(dataDir), { log });
      expect([schemaOf(index), tagsIn(index)]).to.deep.equal([migrations.length, 3]);

      const [snapshot = '', ...others] = snapshotsIn(join(dataDir, 'backups'));
      expect(snapshot).to.match(snapshotName);
      expect(others).to.deep.equal([]);
      const file = join(dataDir, 'backups', snapshot);
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      expect([schemaOf(file), tagsIn(file)]).to.deep.equal([2, 3]);

      await bringIndexForward(placeOf(dataDir), { log });
      expect(snapshotsIn(join(dataDir, 'backups'))).to.deep.equal([snapshot]);

      addTags(index, 2, { name: 'later' });
      const { before, after } = await restoreIndex(dataDir, file);
      expect([before?.tags, after.tags]).to.deep.equal([5, 3]);
    }));

  it('has its snapshot in the folder for backups, where what a crash left is removed', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      const backups = join(folder, 'elsewhere');
      mkdirSync(dataDir);
      mkdirSync(backups);
      addTags(join(dataDir, 'index.sqlite3'), 1, { upTo: 1 });
      writeFileSync(join(backups, 'unfinished-before-update'), 'half');
      await bringIndexForward({ dataDir, backupDir: backups }, { log });
      const [snapshot = '', ...others] = filesIn(backups);
      expect(snapshot).to.match(snapshotName);
      expect(others).to.deep.equal([`${snapshot}.json`]);
      expect(readdirSync(dataDir)).to.not.include('backups');
    }));

  it('stays unchanged if the upgrade is aborted while the snapshot is taken, as by a lock', () =>
    withTempFolder(async (dataDir) => {
      addTags(join(dataDir, 'index.sqlite3'), 1, { upTo: 1 });
      const locked = new AbortController();
      const info = (): void => {
        locked.abort(new Error('The library was locked meanwhile.'));
      };
      const brought = bringIndexForward(placeOf(dataDir), { log: { info }, signal: locked.signal });
      expect(await failure(brought)).to.equal('The library was locked meanwhile.');
      expect(indexIsBehind({ dataDir })).to.equal(true);
      expect(filesIn(join(dataDir, 'backups')).filter((name) => name.endsWith('.sqlite3'))).to.deep.equal([]);
    }));

  it('stays unchanged if the disk for backups is missing', () =>
    withTempFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      mkdirSync(dataDir);
      addTags(join(dataDir, 'index.sqlite3'), 1, { upTo: 1 });
      const backupDir = join(folder, 'disk', 'photofinch');
      const message = await failure(bringIndexForward({ dataDir, backupDir }, { log }));
      expect(message).to.match(/the folder above that of the backups is not there: make it, .*--without-snapshot\.$/);
      expect(schemaOf(join(dataDir, 'index.sqlite3'))).to.equal(1);
      expect(readdirSync(folder)).to.deep.equal(['data']);
    }));

  it('gets one snapshot however often its upgrade fails, as in a restart loop, until it changes', () =>
    withTempFolder(async (dataDir) => {
      const index = join(dataDir, 'index.sqlite3');
      addTags(index, 3, { upTo: 3 });
      const db = openDatabase(index);
      db.exec('CREATE TABLE audit_entries (id INTEGER PRIMARY KEY)');
      db.close();
      const bring = (): Promise<string> => failure(bringIndexForward(placeOf(dataDir), { log }));
      const snapshots = (): string[] => snapshotsIn(join(dataDir, 'backups'));
      expect(await bring()).to.match(/audit_entries already exists/);
      const first = snapshots();
      expect(first).to.have.length(1);
      expect(await bring()).to.match(/audit_entries already exists/);
      expect(snapshots()).to.deep.equal(first);

      const changed = openDatabase(index);
      changed.exec(`UPDATE tags SET name = 'dag 0' WHERE name = 'tag 0'`);
      changed.close();
      await bring();
      expect(snapshots()).to.have.length(2);
    }));

  it('gets no snapshot if there is nothing to upgrade, or on request', () =>
    withTempFolder(async (dataDir) => {
      await bringIndexForward(placeOf(dataDir), { log });
      expect(readdirSync(dataDir)).to.deep.equal([]);
      addTags(join(dataDir, 'index.sqlite3'), 1, { upTo: 1 });
      await bringIndexForward(placeOf(dataDir), { log, withoutSnapshot: true });
      expect(schemaOf(join(dataDir, 'index.sqlite3'))).to.equal(migrations.length);
      expect(readdirSync(dataDir)).to.not.include('backups');
    }));

  it('stays unchanged if the disk has no room for the snapshot', async function () {
    await withSmallDisk(this, 96, async (dataDir) => {
      const index = join(dataDir, 'index.sqlite3');
      addTags(index, 2000, { upTo: 2, padding: 1000 });
      const ballast = fillDisk(dataDir, 60 * 1024 * 1024);
      const message = await failure(bringIndexForward(placeOf(dataDir), { log }));
      expect(message).to.match(
        /the disk has no room for its 2\.\d MB: free some space, .*BACKUP_DIR.*--without-snapshot\.$/,
      );
      expect(schemaOf(index)).to.equal(2);
      expect(filesIn(join(dataDir, 'backups'))).to.deep.equal([]);
      rmSync(ballast);
      await bringIndexForward(placeOf(dataDir), { log });
      expect(tagsIn(index)).to.equal(2000);
    });
  });

  it('stays unchanged if it is damaged', () =>
    withTempFolder(async (dataDir) => {
      const index = join(dataDir, 'index.sqlite3');
      addTags(index, 2000, { upTo: 2, padding: 1000 });
      const file = openSync(index, 'r+');
      writeSync(file, Buffer.alloc(8192, 7), 0, 8192, 1_000 * 1024);
      closeSync(file);
      const message = await failure(bringIndexForward(placeOf(dataDir), { log }));
      expect(message).to.match(/is damaged\. The file is damaged.* Restore a backup .* --without-snapshot\.$/);
      expect(schemaOf(index)).to.equal(2);
      expect(filesIn(join(dataDir, 'backups'))).to.deep.equal([]);
    }));

  it('is upgraded when a server starts, and left unchanged by commands beside a server', () =>
    withTempFolder(async (folder) => {
      const environment = { DATA_DIR: join(folder, 'data') };
      mkdirSync(environment.DATA_DIR);
      addTags(join(environment.DATA_DIR, 'index.sqlite3'), 1, { upTo: 2 });
      const held = holdDataFolder(environment.DATA_DIR);
      const { code, stderr } = await runCli(['user', 'list'], environment);
      held.release();
      expect(code).to.equal(1);
      expect(stderr).to.match(/^photofinch: Photofinch is already running on the data folder .*\n$/);
      expect(schemaOf(join(environment.DATA_DIR, 'index.sqlite3'))).to.equal(2);

      const source = { PLUGINS: 'test/fixtures/plugins/folder-source', FOLDER_SOURCE_PATH: folder, LOG_LEVEL: 'info' };
      const server = await startServerProcess({ ...environment, ...source });
      expect(await server.stop()).to.equal(0);
      expect(server.output()).to.match(/taking a snapshot before the upgrade[^]*Index upgraded[^]*listens on/);
      const snapshots = readdirSync(join(environment.DATA_DIR, 'backups')).filter((name) => snapshotName.test(name));
      expect(snapshots).to.have.length(1);
    }));
});
