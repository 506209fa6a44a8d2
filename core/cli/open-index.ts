import { randomBytes } from 'node:crypto';
import { uncaughtErrors } from './uncaught-errors.ts';
import { libraryKeys } from './library-keys.ts';
import { bringIndexForward, indexIsBehind } from '../upkeep/bring-forward.ts';
import { OtherLibrary } from '../upkeep/claim-library.ts';
import { pluginParts } from '../compose/plugins.ts';
import { compose } from '../compose/compose.ts';
import { hasIndex, holdDataFolder } from '../settings/data-folder.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase } from '../db/open.ts';
import { StartupError } from '../domain/errors.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { AuditEvent } from '../plugin-api/index.ts';
import { commandLine } from '../services/audit-trail.ts';
import type { Config } from '../settings/env.ts';
import type { Log } from '../settings/log.ts';
import { loadPlugins } from '../plugins/load.ts';
import type { Registry } from '../plugins/registry.ts';
import { inject } from '../compose/inject.ts';
import { LibraryEvents } from '../store/events/library-events.ts';

/** The parts of one library, by their tokens. */
export type OpenIndex = ReturnType<typeof compose>;

/**
 * Calls `use` with the parts of the data folder for one command, with or without a running server.
 * @throws StartupError if the index cannot be opened
 */
export async function withLibrary<T>(config: Config, use: (library: OpenIndex) => T | Promise<T>): Promise<Awaited<T>> {
  const keys = await libraryKeys(config);
  try {
    const library = compose(config, keys);
    if (indexIsBehind(config, keys)) await bringForwardAlone(config, library.resolve(inject.log), keys);
    return await withOpenIndex(library, use);
  } finally {
    keys?.wipe();
  }
}

async function withOpenIndex<T>(library: OpenIndex, use: (library: OpenIndex) => T | Promise<T>): Promise<Awaited<T>> {
  const db = library.resolve(inject.db);
  try {
    return await use(library);
  } finally {
    db.close();
  }
}

/**
 * For commands that change the keys of a library, or its encryption: they could not be recorded in the index afterwards.
 * @throws OtherLibrary
 */
export function refuseOtherKind(config: Config, keys: LibraryKeys | null): void {
  try {
    // This opens the index as it is, also one of an older version.
    indexIsBehind(config, keys);
  } catch (error) {
    // Keys can be changed although the index is damaged, or is encrypted only in part: a key that leaked must go at once.
    if (error instanceof OtherLibrary) throw error;
  }
}

/**
 * Adds an entry to the audit trail for a command that changed the keys of a library. Does nothing if there is no index, or
 * only one of an older version, since such commands do not migrate it.
 */
export function recordInLibrary(config: Config, keys: LibraryKeys | null, event: AuditEvent): void {
  if (!hasIndex(config.dataDir) || indexIsBehind(config, keys)) return;
  const library = compose(config, keys);
  const db = library.resolve(inject.db);
  try {
    library.resolve(inject.audit).record(event, { actor: commandLine });
  } finally {
    db.close();
  }
}

/**
 * Calls `use` with parts for a command that does not concern the library: no index is created or migrated for it. If there
 * is no index that can be opened as it is, the parts use an empty one in memory.
 */
export async function withoutLibrary<T>(
  config: Config,
  use: (library: OpenIndex) => T | Promise<T>,
): Promise<Awaited<T>> {
  const library = compose(config);
  const isPlain = library.resolve(inject.keyring).content() === null;
  if (isPlain && hasIndex(config.dataDir) && !indexIsBehind(config)) return withOpenIndex(library, use);
  const db = openDatabase(':memory:');
  try {
    migrate(db, migrations);
    library.register(inject.db, { useValue: db });
    library.register(inject.secret, { useValue: randomBytes(32) });
    return await use(library);
  } finally {
    db.close();
  }
}

/** After an update, and only if no server of the older version still uses the index. */
async function bringForwardAlone(config: Config, log: Log, keys: LibraryKeys | null): Promise<void> {
  const folder = holdDataFolder(config.dataDir);
  try {
    await bringIndexForward(config, { log, keys });
  } finally {
    folder.release();
  }
}

/**
 * @throws StartupError if a command would create a new index and find nothing in it; an error of the system if this user may
 * not look
 */
export function mustHaveIndex({ dataDir }: Config): void {
  if (hasIndex(dataDir)) return;
  throw new StartupError(
    `There is no index in the data folder ${dataDir}: set DATA_DIR to the folder of the library, or start the server once.`,
  );
}

/** Calls `use` with all plugins that a server would load. */
export function withServerPlugins<T>(library: OpenIndex, use: (plugins: Registry) => Promise<T>): Promise<T> {
  return withPlugins(library, {}, use);
}

/** Calls `use` with all plugins except the photo store, which the demo replaces: for commands that need no photos. */
export function withPluginsWithoutStore<T>(library: OpenIndex, use: (plugins: Registry) => Promise<T>): Promise<T> {
  return withPlugins(library, { demo: true }, use);
}

/**
 * Calls `use` with the plugins that can be used, and no photo store: a plugin that cannot be used, for example because of
 * missing settings, is skipped and reported.
 */
export function withUsablePlugins<T>(
  library: OpenIndex,
  warn: (line: string) => void,
  use: (plugins: Registry) => Promise<T>,
): Promise<T> {
  const onFault = ({ message }: Error): void => {
    warn(`${message} It is left out now.`);
  };
  return withPlugins(library, { demo: true, onFault }, use);
}

async function withPlugins<T>(
  library: OpenIndex,
  { demo, onFault }: { readonly demo?: boolean; readonly onFault?: (fault: Error) => void },
  use: (plugins: Registry) => Promise<T>,
): Promise<T> {
  library.resolve(LibraryEvents).resume();
  const parts = pluginParts(library);
  uncaughtErrors.countIn(library.resolve(inject.pluginFaults));
  const stopping = new AbortController();
  const plugins = await loadPlugins({
    ...parts,
    config: demo ? { ...parts.config, demo } : parts.config,
    signal: stopping.signal,
    ...(onFault ? { onFault } : {}),
  });
  try {
    return await use(plugins);
  } finally {
    stopping.abort();
    await plugins.close(library.resolve(inject.log));
  }
}
