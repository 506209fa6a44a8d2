import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { Keyring } from '../../core/encryption/keyring.ts';
import type { LibraryKeys } from '../../core/encryption/library-keys.ts';
import { indexCopies } from '../../core/upkeep/index-copies.ts';
import { snapshotKey } from '../../core/upkeep/snapshots/snapshot-signature.ts';
import { Snapshots } from '../../core/upkeep/snapshots/snapshots.ts';
import { quiet } from './backup-rig.ts';
import { openIndex } from './index-file.ts';
import { someRecovery, someSettings } from './library-keys.ts';
import { withTempFolder } from './temp-folder.ts';

/** The tag of the library. */
export const tagOfHouse = 'Oma Gertrud am Steg';

/** An encrypted library with one tag, in a folder, and its snapshots. */
export class EncryptedHouse {
  readonly folder: string;
  readonly backups: string;
  readonly recoveryKey: string;
  readonly keys: LibraryKeys;

  private constructor(folder: string, recoveryKey: string, keys: LibraryKeys) {
    this.folder = folder;
    this.backups = join(folder, 'backups');
    this.recoveryKey = recoveryKey;
    this.keys = keys;
  }

  static async make(folder: string): Promise<EncryptedHouse> {
    mkdirSync(folder, { recursive: true });
    const { recoveryKey, secret } = someRecovery();
    const ring = new Keyring(folder);
    const keys = await ring.create([secret], someSettings);
    await ring.setState(keys, 'encrypted');
    const house = new EncryptedHouse(folder, recoveryKey, keys);
    const db = openIndex(house.index, keys.index);
    addTag(db, tagOfHouse);
    db.close();
    return house;
  }

  get index(): string {
    return join(this.folder, 'index.sqlite3');
  }

  get snapshots(): Snapshots {
    const key = snapshotKey(this.keys, null);
    return new Snapshots(this.backups, indexCopies(this.index, this.keys.index), key, (taken) =>
      new Keyring(this.folder).forSnapshots(this.keys, taken),
    );
  }

  async take(): Promise<string> {
    return join(this.backups, (await this.snapshots.take({ signal: quiet() })).name);
  }

  clear(): void {
    const db = openDatabase(this.index, { encryption: this.keys.index });
    db.exec('DELETE FROM tags');
    db.close();
  }
}

export const addTag = (db: Db, tag: string): void => {
  db.prepare('INSERT INTO tags (name, key) VALUES (@tag, @tag)').run({ tag });
};

export function tagsIn(index: string, keys: LibraryKeys | null): string[] {
  const db = openDatabase(index, { readonly: true, encryption: keys?.index });
  try {
    return db.prepare<[], string>('SELECT name FROM tags').pluck().all();
  } finally {
    db.close();
  }
}

export const withHouse = (test: (house: EncryptedHouse, folder: string) => Promise<void>): Promise<void> =>
  withTempFolder(async (folder) => test(await EncryptedHouse.make(join(folder, 'one')), folder));
