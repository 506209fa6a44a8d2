import { copyFileSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { plainSnapshotKey, signSnapshot } from '../../../core/upkeep/snapshots/snapshot-signature.ts';
import { restoreIndex } from '../../../core/upkeep/restore.ts';
import { signingSecret } from '../../../core/services/signing-secret.ts';
import { Snapshots } from '../../../core/upkeep/snapshots/snapshots.ts';
import { quiet } from '../../support/backup-rig.ts';
import { addTags, schemaOf, tagsIn } from '../../support/tagged-index.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** A data folder with an index, and its snapshots as the server takes them. */
class House {
  readonly folder: string;
  readonly index: string;
  readonly snapshots: Snapshots;

  constructor(folder: string) {
    this.folder = folder;
    this.index = join(folder, 'index.sqlite3');
    addTags(this.index, 3);
    this.snapshots = this.another();
  }

  /** The snapshots as another process sees them. @param secret its SIGNING_SECRET, if it has one */
  another(secret?: string): Snapshots {
    const key = plainSnapshotKey(signingSecret(secret, this.folder));
    return new Snapshots(join(this.folder, 'backups'), indexCopies(this.index), key);
  }

  /** @returns the file of a new snapshot, after which two tags are added to the index */
  async take(): Promise<string> {
    const { name } = await this.snapshots.take({ signal: quiet() });
    addTags(this.index, 2, { name: `after ${name}` });
    return join(this.folder, 'backups', name);
  }

  /** The reason for which a snapshot is rejected; the index must be unchanged then. */
  async refusal(snapshot: string, options: { trust?: boolean; signingSecret?: string } = {}): Promise<string> {
    const before = tagsIn(this.index);
    const error = await restoreIndex(this.folder, snapshot, options).then(
      () => new Error('nothing was refused'),
      (failure: unknown) => failure as Error,
    );
    expect(error.name).to.equal('StartupError');
    expect(tagsIn(this.index), error.message).to.equal(before);
    return error.message;
  }
}

const withHouse = (test: (house: House) => Promise<void>): Promise<void> =>
  withTempFolder((folder) => test(new House(folder)));

const alter = (file: string, sql: string): void => {
  const db = openDatabase(file);
  db.exec(sql);
  db.pragma('journal_mode = DELETE');
  db.close();
};

/** Updates hash and size in the record to those of the changed file. The signature stays the same. */
async function recordAsIs(snapshot: string): Promise<void> {
  const { sha256 } = await indexCopies(snapshot).verify(snapshot, { signal: quiet() });
  const record = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as Record<string, unknown>;
  writeFileSync(`${snapshot}.json`, JSON.stringify({ ...record, sha256, size: readFileSync(snapshot).length }));
}

const makesAdmins = `CREATE TRIGGER helpful AFTER DELETE ON tokens BEGIN UPDATE users SET role = 'admin'; END`;

describe('the signature of a snapshot', () => {
  it('is the same as in earlier versions, whose snapshots are recognised by it', () => {
    const snapshot = { name: 'index-20260101T000000.000Z.sqlite3', size: 4096, sha256: 'ab'.repeat(32) };
    // HMAC-SHA-256 with the key that HKDF derives for the plugin “backup”, as in version 0.1.0.
    expect(signSnapshot(plainSnapshotKey(Buffer.alloc(32, 5)), snapshot)).to.equal(
      'b0d4c88ef571c01d3e7f91b6dc72bd4068e002b294363f64503a56705f47f289',
    );
  });
});

describe('a snapshot that this server has taken', function () {
  it('is restored', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const { before, after } = await restoreIndex(house.folder, snapshot);
      expect([before?.tags, after.tags, tagsIn(house.index)]).to.deep.equal([5, 3, 3]);
    }));

  it('is restored from another folder if its record is there as well', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const [name = ''] = snapshot.split('/').slice(-1);
      for (const ending of ['', '.json']) copyFileSync(snapshot + ending, join(house.folder, name + ending));
      await restoreIndex(house.folder, join(house.folder, name));
      expect(tagsIn(house.index)).to.equal(3);
    }));

  it('keeps its signature when it is copied to another disk and verified there', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const recorded = (): { modified: number; seal?: string } =>
        JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { modified: number };
      const { seal } = recorded();
      utimesSync(snapshot, new Date(0), new Date(86_400_000));
      const restarted = house.another();
      await restarted.list();
      await until(() => recorded().modified === 86_400_000);
      await restarted.close();
      expect(recorded().seal).to.equal(seal);
      await restoreIndex(house.folder, snapshot);
    }));

  it('is rejected if one bit has changed, even if a user trusts it', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const bytes = readFileSync(snapshot);
      // In the text of a tag, where SQLite's own check finds nothing.
      const at = bytes.indexOf('tag 0');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(snapshot, bytes);
      const changed = /cannot be restored\. It has changed since it was taken: its SHA-256 is not the one in index-/;
      expect(await house.refusal(snapshot)).to.match(changed);
      expect(await house.refusal(snapshot, { trust: true })).to.match(/changed since it was taken|is damaged/);
    }));

  it('is rejected with a forged trigger: by its hash, and by its schema even if a user trusts it', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      alter(snapshot, makesAdmins);
      expect(await house.refusal(snapshot)).to.match(/It has changed since it was taken/);
      await recordAsIs(snapshot);
      expect(await house.refusal(snapshot)).to.match(/It has a trigger that is none of this program's: "helpful"\.$/);
      expect(await house.refusal(snapshot, { trust: true })).to.match(/a trigger that is none/);
      rmSync(`${snapshot}.json`);
      expect(await house.refusal(snapshot, { trust: true })).to.match(/a trigger that is none/);
    }));

  it('is rejected if it was changed and its record was adapted, unless a user trusts it', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const forged = /is not restored: its signature is not by this server.* --trust\.$/;
      alter(snapshot, `UPDATE tags SET name = 'forged'`);
      await recordAsIs(snapshot);
      expect(await house.refusal(snapshot)).to.match(forged);
      const record = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as object;
      for (const seal of ['short', '0'.repeat(64)]) {
        writeFileSync(`${snapshot}.json`, JSON.stringify({ ...record, seal }));
        expect(await house.refusal(snapshot), seal).to.match(forged);
      }
      await restoreIndex(house.folder, snapshot, { trust: true });
      expect(tagsIn(house.index)).to.equal(3);
    }));

  it('is rejected if a size or hash in its record was changed', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const record = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as { size: number };
      for (const [change, reason] of [
        [{ size: record.size + 1 }, /its signature is not by this server.* --trust\.$/],
        [{ sha256: 'ab'.repeat(32) }, /It has changed since it was taken/],
      ] as const) {
        writeFileSync(`${snapshot}.json`, JSON.stringify({ ...record, ...change }));
        expect(await house.refusal(snapshot)).to.match(reason);
      }
      writeFileSync(`${snapshot}.json`, JSON.stringify(record));
      await restoreIndex(house.folder, snapshot);
    }));

  it('is recognised by a SIGNING_SECRET, and only by the same one', () =>
    withHouse(async (house) => {
      const secret = 'the secret of this server, in its settings';
      const { name } = await house.another(secret).take({ signal: quiet() });
      const snapshot = join(house.folder, 'backups', name);
      addTags(house.index, 2, { name: 'after it' });
      for (const options of [{}, { signingSecret: `${secret}.` }]) {
        expect(await house.refusal(snapshot, options)).to.match(/with another SIGNING_SECRET.* --trust\.$/);
      }
      await restoreIndex(house.folder, snapshot, { signingSecret: secret });
      expect(tagsIn(house.index)).to.equal(3);
    }));

  it('is not accepted under the name of a later one, unless a user trusts it', () =>
    withHouse(async (house) => {
      const [old, later] = [await house.take(), await house.take()];
      for (const ending of ['', '.json']) renameSync(old + ending, later + ending);
      const foreign =
        /is not restored: its signature is not by this server, or is of another file.* under another name\. If .* --trust\.$/;
      expect(await house.refusal(later)).to.match(foreign);
      await restoreIndex(house.folder, later, { trust: true });
      expect(tagsIn(house.index)).to.equal(3);
    }));
});

describe('a snapshot that this server does not recognise', function () {
  it('is restored without a record or a signature only if a user trusts it', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const record = JSON.parse(readFileSync(`${snapshot}.json`, 'utf8')) as Record<string, unknown>;
      writeFileSync(`${snapshot}.json`, JSON.stringify({ ...record, seal: undefined }));
      expect(await house.refusal(snapshot)).to.match(
        /it is not signed, as those of earlier versions are not\. If .* --trust\.$/,
      );
      rmSync(`${snapshot}.json`);
      expect(await house.refusal(snapshot)).to.match(
        /index-\S+\.json with its SHA-256 is not beside it\. If .* --trust\.$/,
      );
      for (const rubbish of ['', '{', 'null', '[]', '{"sha256":5}', 'x'.repeat(20_000)]) {
        writeFileSync(`${snapshot}.json`, rubbish);
        expect(await house.refusal(snapshot), rubbish.slice(0, 20)).to.match(/--trust\.$/);
      }
      await restoreIndex(house.folder, snapshot, { trust: true });
      expect(tagsIn(house.index)).to.equal(3);
    }));

  it('is one from before the secret was changed or lost, which is restored only if a user trusts it', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const secret = join(house.folder, 'signing-secret');
      expect(await house.refusal(snapshot, { signingSecret: 'of some other server, this long at least' })).to.match(
        /with another SIGNING_SECRET.* --trust\.$/,
      );
      rmSync(secret);
      expect(await house.refusal(snapshot)).to.match(/--trust\.$/);
      expect(() => readFileSync(secret), 'a secret was made').to.throw();
      await restoreIndex(house.folder, snapshot, { trust: true });
    }));

  it('may be of any older version, with the schema of that version and nothing else', () =>
    withHouse(async (house) => {
      for (let upTo = 1; upTo < migrations.length; upTo += 1) {
        const snapshot = join(house.folder, `of version ${upTo}`);
        addTags(snapshot, 1, { upTo });
        alter(snapshot, 'CREATE VIEW kind AS SELECT 1');
        const flaw = `It has a view that is none of this program's: "kind".`;
        expect(await house.refusal(snapshot, { trust: true })).to.include(flaw);
        alter(snapshot, 'DROP VIEW kind');
        await restoreIndex(house.folder, snapshot, { trust: true });
        expect([tagsIn(house.index), schemaOf(house.index)]).to.deep.equal([1, migrations.at(-1)?.id]);
      }
    }));

  for (const [what, sql, flaw] of [
    ['an extra column', 'ALTER TABLE tags ADD COLUMN more TEXT', /Its table "tags" is not as this program makes it\.$/],
    ['a missing index', 'DROP INDEX login_failures_at', /Its index "login_failures_at" is missing\.$/],
    ['a missing trigger', 'DROP TRIGGER photos_text_gone', /Its trigger "\w+" is missing\.$/],
    ['a virtual table', 'CREATE VIRTUAL TABLE v USING fts5(x)', /It has a table that is none of this program's: "v/],
    [
      'a name with terminal control codes',
      'CREATE TABLE "\u001b[2J evil" (x)',
      /It has a table that is none of this program's: "[ -~]+"\.$/,
    ],
  ] as const) {
    it(`is rejected with ${what}, even if a user trusts it`, () =>
      withHouse(async (house) => {
        const snapshot = await house.take();
        const isTrigger = sql.startsWith('DROP TRIGGER');
        const db = openDatabase(snapshot);
        const first = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().get();
        db.exec(isTrigger ? `DROP TRIGGER ${first}` : sql);
        db.pragma('journal_mode = DELETE');
        db.close();
        rmSync(`${snapshot}.json`);
        expect(await house.refusal(snapshot, { trust: true })).to.match(flaw);
      }));
  }
});
