import { join } from 'node:path';
import { expect } from 'chai';
import { migrate, schemaVersion, type Migration } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { StartupError } from '../../../core/domain/errors.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const table = (id: number, name: string): Migration => ({
  id,
  name,
  up: (db) => db.exec(`CREATE TABLE ${name} (x)`),
});

describe('migrations', () => {
  it('are numbered 1, 2, 3 without gaps', () => {
    expect(migrations.map((migration) => migration.id)).to.deep.equal(migrations.map((_, index) => index + 1));
  });

  it('bring a new file to the newest version, and do nothing the second time', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      expect(migrate(db, migrations)).to.have.length(migrations.length);
      expect(migrate(db, migrations)).to.deep.equal([]);
      expect(schemaVersion(db)).to.equal(migrations.length);
      expect(db.pragma('foreign_key_check')).to.deep.equal([]);
      db.close();
    }));

  it('run only new steps, after a snapshot unless the file is new', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      let snapshots = 0;
      migrate(db, [table(1, 'one')], () => (snapshots += 1));
      expect(snapshots, 'a new file needs none').to.equal(0);
      expect(migrate(db, [table(1, 'one'), table(2, 'two')], () => (snapshots += 1))).to.deep.equal(['two']);
      expect(snapshots).to.equal(1);
      db.close();
    }));

  it('leave version and tables unchanged when one fails halfway', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      const broken: Migration = {
        id: 2,
        name: 'broken',
        up: (database) => {
          database.exec('CREATE TABLE half (x)');
          throw new Error('half way');
        },
      };
      expect(() => migrate(db, [table(1, 'one'), broken])).to.throw('half way');
      expect(schemaVersion(db)).to.equal(1);
      expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).to.deep.equal([]);
      db.close();
    }));

  it('refuse the file of a newer version with a message', () =>
    withTempFolder((folder) => {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      db.pragma('user_version = 999');
      expect(() => migrate(db, migrations)).to.throw(StartupError, /newer program/);
      db.close();
    }));
});
