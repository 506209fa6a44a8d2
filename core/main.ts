import type { Server } from '@hapi/hapi';
import type { DependencyContainer } from 'tsyringe';
import { bringIndexForward } from './upkeep/bring-forward.ts';
import { composeServer } from './compose/server.ts';
import { holdDataFolder } from './settings/data-folder.ts';
import { StartupError } from './domain/errors.ts';
import type { Config } from './settings/env.ts';
import { pluginParts } from './compose/plugins.ts';
import { isCommonPassword } from './domain/common-passwords.ts';
import { loadPlugins } from './plugins/load.ts';
import { takeStockOfSecondFactors } from './compose/second-factors.ts';
import type { Accounts } from './services/accounts.ts';
import { inject } from './compose/inject.ts';
import { Timeline } from './timeline/timeline.ts';
import { Users } from './store/accounts/users.ts';

export interface RunningServer {
  /** `http://host:port` */
  readonly url: string;
  /** Set when an admin with a made-up password was created by this start. */
  readonly firstAdmin: { username: string; password: string } | undefined;
  readonly container: DependencyContainer;
  /** Ends all parts, in the reverse of their order. @throws the first error of a part, once the others have ended */
  stop(): Promise<void>;
}

interface StartOptions {
  /** An index of an older version is brought forward and not kept as it was. */
  readonly withoutSnapshot?: boolean | undefined;
  /** The first account is made in the browser, by whoever has a code for it, and not made up here. */
  readonly asksForFirstAccount?: boolean;
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
  { withoutSnapshot, asksForFirstAccount = config.setupCode !== undefined }: StartOptions = {},
): Promise<RunningServer> {
  const begun: (() => void | Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const end of begun.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const folder = holdDataFolder(config.dataDir);
    begun.push(() => {
      folder.release();
    });
    const container = composeServer(config);
    prepare(container);
    const log = container.resolve(inject.log);
    const looked = container.resolve(inject.videoPrograms).find();
    await bringIndexForward(config, { log, withoutSnapshot });
    const db = container.resolve(inject.db);
    begun.push(() => {
      db.close();
    });

    refuseCommonAdminPassword(config, container.resolve(Users));
    if (!config.demo) await refuseDemoPasswords(container.resolve(inject.accounts));

    const stopping = new AbortController();
    const plugins = await loadPlugins({ ...pluginParts(container), serving: true, signal: stopping.signal });
    container.register(inject.plugins, { useValue: plugins });
    begun.push(
      () => {
        log.flush();
      },
      () => plugins.close(log),
      () => {
        stopping.abort();
      },
    );

    await takeStockOfSecondFactors(container, stopping.signal);
    const vectors = container.resolve(inject.vectors);
    begun.push(() => vectors.close());
    const tap = container.resolve(inject.sourceTap);
    begun.push(() => tap.close());
    const indexer = container.resolve(inject.indexer);
    begun.push(() => indexer.stop());
    const { server } = await container.resolve(inject.openServer);
    // The first answer about a video says whether it can be converted.
    await looked;
    await listen(server, config);
    begun.push(
      () => server.stop({ timeout: stopTimeout }),
      () => {
        container.resolve(inject.streamPlaces).close();
      },
    );
    // Requests about photos wait for it, a second or two at a million photos; should it fail, they tell why.
    container.resolve(Timeline).startLoading(stopping.signal);
    await container.resolve(inject.server);

    // Once nothing can fail any more: a password that was made up here is told to the caller and can never be read again.
    const accounts = container.resolve(inject.accounts);
    if (config.demo) await accounts.ensureDemoAccounts();
    const makesUp = !asksForFirstAccount || config.adminPassword !== undefined;
    const wanted = { username: config.adminUsername, password: config.adminPassword };
    const firstAdmin = makesUp ? await accounts.ensureFirstAdmin(wanted) : undefined;
    log.info({ url: server.info.uri }, 'listening');
    indexer.start();
    void container.resolve(inject.sourceWatch).watch(stopping.signal);

    return { url: addressOf(server), firstAdmin, container, stop };
  } catch (error) {
    // Why it does not start says more than what then failed to end.
    await stop().catch(() => undefined);
    throw error;
  }
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

async function listen(server: Server, { host, port }: Config): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const remedy: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is taken: stop the other program, or set PORT to another.`,
      EACCES: `This user may not listen on port ${port}: set PORT to 1024 or more.`,
      EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one that it has, or to 0.0.0.0 for all.`,
      ENOTFOUND: `There is no host called ${host}: set HOST to an address of this machine.`,
    };
    throw new StartupError(remedy[code ?? ''] ?? `The server cannot listen on ${host}:${port}: ${String(error)}`, {
      cause: error,
    });
  }
}

/** An address that a browser on this machine can open. */
function addressOf(server: Server): string {
  const host = String(server.info.address);
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${server.info.port}`;
}
