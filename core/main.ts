import type { Server } from 'node:http';
import type { DependencyContainer } from 'tsyringe';
import { bringIndexForward } from './upkeep/bring-forward.ts';
import { composeServer } from './compose/server.ts';
import { holdDataFolder } from './settings/data-folder.ts';
import { StartupError } from './domain/errors.ts';
import type { LibraryKeys } from './encryption/library-keys.ts';
import { settingNames, type Config } from './settings/env.ts';
import { addressOf, listen } from './http/listening.ts';
import { misspeltSettings, onAbort, type FileLock } from './plugin-api/toolkit/index.ts';
import { pluginParts } from './compose/plugins.ts';
import { LibraryEvents } from './store/events/library-events.ts';
import { isCommonPassword } from './domain/common-passwords.ts';
import { loadPlugins } from './plugins/load.ts';
import { takeStockOfSecondFactors } from './compose/second-factors.ts';
import type { Accounts } from './services/accounts.ts';
import type { LockControl } from './services/encryption/library-encryption.ts';
import { inject } from './compose/inject.ts';
import { Timeline } from './timeline/timeline.ts';
import { Users } from './store/accounts/users.ts';

export interface RunningServer {
  /** `http://host:port` */
  readonly url: string;
  readonly port: number;
  /** Set when an admin with a made-up password was created by this start. */
  readonly firstAdmin: { username: string; password: string } | undefined;
  readonly container: DependencyContainer;
  /**
   * Ends all parts, in the reverse of their order.
   * @param requests milliseconds that requests under way may take to end
   * @throws the first error of a part, once the others have ended
   */
  stop(requests?: number): Promise<void>;
}

export interface StartOptions {
  /** An index of an older version is brought forward and not kept as it was. */
  readonly withoutSnapshot?: boolean | undefined;
  /** The first account is made in the browser, by whoever has a code for it, and not made up here. */
  readonly asksForFirstAccount?: boolean;
  /** Of an encrypted library. */
  readonly keys?: LibraryKeys | null;
  /** The data folder, where the caller has it already: it stays with the caller. */
  readonly folder?: FileLock;
  /** Who locks and encrypts the library. */
  readonly control?: LockControl;
  /** Ends a start that is under way; what was begun is ended again, and its reason is thrown. */
  readonly signal?: AbortSignal;
  /** What it listens with, where the port stays with the caller. */
  readonly listener?: Server;
  /** Once all else is ready. */
  readonly beforeListening?: (container: DependencyContainer) => Promise<void>;
}

/** Milliseconds that requests may take to end when the server stops. */
const stopTimeout = 5000;

/**
 * Starts one server: settings → parts → plugins → listen → routes → index. Whatever fails on the way, what was begun before it
 * is ended again.
 * @param prepare registers over parts before they are first used; for tests
 * @throws StartupError
 */
export async function startServer(
  config: Config,
  prepare: (container: DependencyContainer) => void = () => undefined,
  options: StartOptions = {},
): Promise<RunningServer> {
  const { withoutSnapshot, asksForFirstAccount = config.setupCode !== undefined, keys = null } = options;
  const { signal = new AbortController().signal } = options;
  const stopping = new AbortController();
  const unlink = onAbort(signal, () => {
    stopping.abort(signal.reason);
  });
  const closers: ((requests: number) => void | Promise<void>)[] = [];
  const stop = async (requests = stopTimeout): Promise<void> => {
    const failures: unknown[] = [];
    for (const end of closers.splice(0).reverse()) {
      try {
        await end(requests);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    if (!options.folder) {
      const folder = holdDataFolder(config.dataDir);
      closers.push(() => {
        folder.release();
      });
    }
    const container = composeServer(config, keys);
    if (options.control) container.register(inject.lockControl, { useValue: options.control });
    if (options.listener) container.register(inject.listener, { useValue: options.listener });
    prepare(container);
    const log = container.resolve(inject.log);
    await bringIndexForward(config, { log, withoutSnapshot, keys, signal });
    const db = container.resolve(inject.db);
    closers.push(() => {
      db.close();
    });

    container.resolve(LibraryEvents).resume();

    const users = container.resolve(Users);
    refuseCommonAdminPassword(config, users);
    if (!config.demo) await refuseDemoPasswords(container.resolve(inject.accounts));

    const endWork = (): void => {
      stopping.abort();
    };
    // Also for plugins that are still being loaded when the start fails.
    closers.push(endWork);
    const plugins = await loadPlugins({ ...pluginParts(container), serving: true, signal: stopping.signal });
    container.register(inject.plugins, { useValue: plugins });
    // Those of the server itself have been told by the command.
    const allNames = [...settingNames, ...plugins.optionNames];
    for (const sentence of misspeltSettings(config.environment, allNames, plugins.optionNames)) log.warn(sentence);
    closers.push(
      () => {
        log.flush();
      },
      () => plugins.close(log),
      // Before the plugins are closed.
      endWork,
    );

    signal.throwIfAborted();
    await takeStockOfSecondFactors(container, stopping.signal);
    container.resolve(inject.eventListening).begin(plugins);
    const delivery = container.resolve(inject.eventDelivery);
    closers.push(() => delivery.stop());
    const vectors = container.resolve(inject.vectors);
    closers.push(() => vectors.close());
    const tap = container.resolve(inject.sourceTap);
    closers.push(() => tap.close());
    closers.push(() => container.resolve(inject.indexer).stop());
    const { server } = await container.resolve(inject.openServer);
    signal.throwIfAborted();
    await options.beforeListening?.(container);
    await listen(server, config);
    closers.push(
      (timeout) => server.stop({ timeout }),
      () => {
        container.resolve(inject.streamPlaces).close();
      },
    );
    // `/api/health` is answered from here on; all else would only make it wait.
    const indexer = container.resolve(inject.indexer);
    // Requests about photos wait for it, a second or two at a million photos; should it fail, they tell why.
    container.resolve(Timeline).startLoading(stopping.signal);
    const accounts = container.resolve(inject.accounts);
    const makesFirstAdmin = !asksForFirstAccount || config.adminPassword !== undefined;
    const credentials = { username: config.adminUsername, password: config.adminPassword };
    // Whoever knows a password signs in as soon as the server answers: sign-ins wait for the routes.
    if (config.demo) await accounts.ensureDemoAccounts();
    if (config.adminPassword !== undefined) await accounts.ensureFirstAdmin(credentials);
    await container.resolve(inject.server);

    // Once nothing can fail any more: a password that was made up here is told to the caller and can never be read again.
    const firstAdmin = makesFirstAdmin ? await accounts.ensureFirstAdmin(credentials) : undefined;
    log.info({ url: server.info.uri }, 'listening');
    delivery.start(plugins.eventSinks);
    // The owner has not said yet whether the library is to be encrypted.
    if (firstAdmin === undefined && asksForFirstAccount && users.isEmpty()) holdIndexer(container, stopping.signal);
    else indexer.start();
    container.resolve(inject.backupCopies).start(stopping.signal);
    void container.resolve(inject.sourceWatch).watch(stopping.signal);

    return { url: addressOf(server), port: Number(server.info.port), firstAdmin, container, stop };
  } catch (error) {
    // Why it does not start says more than what then failed to end.
    await stop().catch(() => undefined);
    throw error;
  } finally {
    // Once it runs, `stop` alone ends it.
    unlink();
  }
}

/** Lets photos be read once there is a first account. */
function holdIndexer(container: DependencyContainer, signal: AbortSignal): void {
  container
    .resolve(inject.firstAccountHold)
    .over(signal)
    .then(
      () => {
        container.resolve(inject.indexer).start();
      },
      // The server stops.
      () => undefined,
    );
}

/**
 * Before anything runs: an index without users would take ADMIN_PASSWORD for its first. Where there are users it counts
 * for nothing, and stops no server.
 * @throws StartupError
 */
function refuseCommonAdminPassword(
  { adminPassword, demo }: Pick<Config, 'adminPassword' | 'demo'>,
  users: { isEmpty(): boolean },
): void {
  if (demo || adminPassword === undefined || !users.isEmpty() || !isCommonPassword(adminPassword)) return;
  throw new StartupError(
    'Setting ADMIN_PASSWORD is one of the most common passwords, which are guessed first: choose another, or leave it unset to have one made up and printed once.',
  );
}

/** Of a folder that the demo once was started on, before that was refused. */
async function refuseDemoPasswords(accounts: Accounts): Promise<void> {
  const names = await accounts.withDemoPasswords();
  if (names.length === 0) return;
  throw new StartupError(
    `The password of ${names.join(' and of ')} is the demo's, which everybody knows: set another with photofinch --reset-password ${names[0]}, and start again.`,
  );
}
