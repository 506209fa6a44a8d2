import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pino from 'pino';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { Snapshots } from '../../../core/upkeep/snapshots/snapshots.ts';
import { PluginSettingRows } from '../../../core/store/plugin-setting-rows.ts';
import { EventListening } from '../../../core/plugins/event-listening.ts';
import { EventListeners } from '../../../core/store/events/event-listeners.ts';
import { LibraryEvents } from '../../../core/store/events/library-events.ts';
import { PluginState } from '../../../core/store/plugin-state.ts';
import { loadPlugins, type LoadParts } from '../../../core/plugins/load.ts';
import { PluginFaults } from '../../../core/plugins/plugin-faults.ts';
import type { Registry } from '../../../core/plugins/registry.ts';
import { fakeAccounts } from '../../../core/plugin-api/fake-host/fake-accounts.ts';
import { fakeSignIn } from '../../../core/plugin-api/fake-host/fake-sign-in.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/plugins/${name}`, import.meta.url));

export interface Loading {
  readonly plugins: readonly string[];
  readonly demo?: boolean;
  readonly environment?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly timeLimit?: LoadParts['timeLimit'];
  readonly dataDir?: string;
  readonly serving?: boolean;
  /** Gets every line of the log. */
  readonly logLine?: (line: string) => void;
}

/** Loads plugins as a server would, with an index and a data folder of their own, and hands them to `use`. */
export function withPlugins<T>(loading: Loading, use: (registry: Registry, parts: LoadParts) => T): Promise<T> {
  return withTempFolder(async (folder) => {
    const db = openDatabase(`${folder}/index.sqlite3`);
    migrate(db, migrations);
    const log = pino({ level: 'debug' }, { write: loading.logLine ?? (() => undefined) });
    const copies = indexCopies(`${folder}/index.sqlite3`);
    const events = new LibraryEvents({ db, clock: () => Math.floor(Date.now() / 1000) });
    const listening = new EventListening({ events, listeners: new EventListeners(db) });
    const parts: LoadParts = {
      config: {
        plugins: loading.plugins,
        demo: loading.demo ?? false,
        dataDir: loading.dataDir ?? folder,
        timeZone: () => 'UTC',
        environment: loading.environment ?? {},
      },
      log,
      pluginState: new PluginState(db),
      pluginSettings: new PluginSettingRows(db),
      accounts: fakeAccounts({ passwords: {}, codes: {} }),
      events: (plugin) => listening.of(plugin),
      library: () => ({ as: () => expect.fail('not read here') }),
      audit: () => undefined,
      version: '0.1.0',
      signIn: () => fakeSignIn(new Map(), []),
      secret: Buffer.alloc(32, 1),
      faults: new PluginFaults({ log, clock: () => Math.floor(Date.now() / 1000) }),
      index: copies,
      snapshots: new Snapshots(`${folder}/backups`, copies, Buffer.alloc(32, 1)),
      signal: loading.signal ?? new AbortController().signal,
      serving: loading.serving ?? true,
      ...(loading.timeLimit && { timeLimit: loading.timeLimit }),
    };
    try {
      const registry = await loadPlugins(parts);
      try {
        return await use(registry, parts);
      } finally {
        await registry.close(log);
      }
    } finally {
      db.close();
    }
  });
}

/** The error that stops the start, if any. */
export async function faultOf(loading: Loading): Promise<unknown> {
  try {
    await withPlugins(loading, () => undefined);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** An empty photo source, as source text of a plugin. */
const emptySource = `{
  health: async () => ({ reachable: true, loggedIn: true, storeId: 'empty' }),
  timeline: async () => ({ items: [], next: null, changesCursor: '0' }),
  changes: async () => ({ events: [], next: '0', more: false }),
  nodes: async (uids) => ({ nodes: [], missing: uids }),
  albums: async () => ({ albums: [], next: null }),
  albumPhotos: async () => ({ items: [], next: null }),
  thumbnail: async () => null,
  open: async () => { throw new SourceError('not_found', 'none'); },
  close: async () => { globalThis.closedSources = [...(globalThis.closedSources ?? []), NAME]; },
}`;

/** Writes a plugin as other authors would: one file, no package.json, no node_modules. */
export function writePlugin(folder: string, name: string, register: string, more = ''): string {
  const file = join(folder, `${name.replace('/', '-')}.mjs`);
  writeFileSync(
    file,
    `import { API_VERSION, SourceError } from 'photofinch/plugin-api';
const NAME = '${name}';
const source = ${emptySource};
export default { name: NAME, version: '1.2.3', apiVersion: API_VERSION, ${more}
  async register(host) { ${register} } };`,
  );
  return file;
}

/** The names of plugins, written by `writePlugin`, whose source was closed. */
export function closedSources(): string[] {
  return (globalThis as { closedSources?: string[] }).closedSources ?? [];
}
