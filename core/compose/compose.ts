import type { DependencyContainer } from 'tsyringe';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase, type Db } from '../db/open.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { followWithheld } from '../db/withheld.ts';
import { PluginFaults } from '../plugins/plugin-faults.ts';
import { signingSecret } from '../services/signing-secret.ts';
import { indexFile, makeDataFolder, mayBeUnmounted } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { WithheldSets } from '../timeline/withheld-sets.ts';
import { WriteAheadLog } from '../store/write-ahead-log.ts';
import { claimLibrary } from '../upkeep/claim-library.ts';
import { indexCopies } from '../upkeep/index-copies.ts';
import { snapshotKey } from '../upkeep/snapshots/snapshot-signature.ts';
import { tellsOfSnapshots } from '../store/backup-copy-records.ts';
import { Snapshots } from '../upkeep/snapshots/snapshots.ts';
import { registerAccounts } from './accounts.ts';
import { registerBackupCopies } from './backup-copies.ts';
import { registerHealth } from './health.ts';
import { registerDownloads } from './downloads.ts';
import { registerEvents } from './events.ts';
import { registerIndexer } from './indexer.ts';
import { inject } from './inject.ts';
import { registerLibrary } from './library.ts';
import { registerPeople } from './people.ts';
import { registerPictures } from './pictures.ts';
import { newContainer } from './register.ts';
import { registerSearch } from './search.ts';
import { registerStores } from './stores.ts';
import { registerVideos } from './videos.ts';

/**
 * Registers the parts of one library, and how each is built from others; `composeServer` adds those for HTTP. Nothing is
 * opened or started yet.
 *
 * `inject.plugins` must be registered before a part that needs it is resolved, since plugins load asynchronously.
 * @param keys of an encrypted library; null for a plain one
 */
export function compose(config: Config, keys: LibraryKeys | null = null): DependencyContainer {
  const { container, register } = newContainer();
  container.register(inject.config, { useValue: config });
  register(inject.keys, () => keys);
  register(inject.lockControl, () => null);
  register(inject.listener, () => null);
  container.register(inject.clock, { useValue: () => Math.floor(Date.now() / 1000) });
  register(inject.keyring, (c) => keyringOf(config, c.resolve(inject.clock)));
  register(inject.log, () => createLog(config));
  register(inject.db, (c) => {
    const db = openIndex(config, keys);
    followWithheld(db, (audience) => c.resolve(WithheldSets).from(audience));
    return db;
  });
  register(
    inject.pluginFaults,
    (c) => new PluginFaults({ log: c.resolve(inject.log), clock: c.resolve(inject.clock) }),
  );
  registerEvents(register);
  register(inject.secret, (c) => secretOf(config, c.resolve(inject.keyring), keys));
  register(inject.indexCopies, () => indexCopies(indexFile(config.dataDir), keys?.index));
  register(
    inject.snapshots,
    (c) =>
      new Snapshots(
        config.backupDir,
        c.resolve(inject.indexCopies),
        snapshotKey(keys, c.resolve(inject.secret)),
        (taken) => keys && c.resolve(inject.keyring).forSnapshots(keys, taken),
        () => {
          c.resolve(inject.backupCopies).wake();
        },
        () => mayBeUnmounted(config) && tellsOfSnapshots(c.resolve(inject.db)),
      ),
  );
  registerBackupCopies(register);
  registerStores(register);
  registerPictures(register);
  registerAccounts(register);
  registerLibrary(register);
  registerDownloads(register);
  registerVideos(register);
  registerPeople(register);
  registerSearch(register);
  registerIndexer(register);
  registerHealth(register);
  return container;
}

/** The server's secret. In an encrypted library it is in the keyring, unless the settings specify another one. */
function secretOf({ signingSecret: configured, dataDir }: Config, keyring: Keyring, keys: LibraryKeys | null): Buffer {
  if (keys === null || configured !== undefined) return signingSecret(configured, dataDir);
  return keys.wipeToo(keyring.settings(keys).signingSecret);
}

function openIndex(config: Config, keys: LibraryKeys | null): Db {
  makeDataFolder(config.dataDir);
  const db = openDatabase(indexFile(config.dataDir), { encryption: keys?.index });
  try {
    migrate(db, migrations, () => {
      throw new Error('An index of an older version is brought forward before it is opened here: see bring-forward.ts');
    });
    claimLibrary(db, config);
    // After a crash, the log may still contain deleted rows.
    new WriteAheadLog(db).empty();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
