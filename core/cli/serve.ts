import { uncaughtErrors } from './uncaught-errors.ts';
import type { Call } from './arguments.ts';
import { print } from './output.ts';
import { pullModelsBehind } from './pull-behind.ts';
import { endSoon, panicSignal, untilSignal } from './until-signal.ts';
import { inject } from '../compose/inject.ts';
import type { RunningServer } from '../main.ts';
import { misspeltSettings } from '../plugin-api/toolkit/misspelt-settings.ts';
import { readConfig, settingNames } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';

/**
 * Runs a server until a signal ends it.
 * @param environment its settings
 * @throws StartupError, also for a start that failed after the library was unlocked
 */
export async function serve(environment: Record<string, string | undefined>, options: Call['options']): Promise<void> {
  const config = readConfig(environment);
  // Loaded lazily: the other commands do not need HTTP.
  const [{ LockableServer }, { convertLibrary }] = await Promise.all([
    import('../locking/lockable-server.ts'),
    import('../upkeep/conversion/convert-library.ts'),
  ]);
  const log = createLog(config);
  for (const sentence of misspeltSettings(environment, settingNames)) log.warn(sentence);
  let isAnnounced = false;
  const server = await LockableServer.start(config, {
    log,
    convert: convertLibrary,
    withoutSnapshot: options['without-snapshot'],
    prepare: (container) => {
      uncaughtErrors.countIn(container.resolve(inject.pluginFaults));
    },
    onOpen: (open) => {
      if (isAnnounced) tellFirstAccount(open);
    },
  });
  uncaughtErrors.close({ log, stop: () => server.stop() });
  // Installed before the server reports that it is ready: a script that waits for that may stop it at once.
  const stopped = untilSignal(['SIGINT', 'SIGTERM']);
  process.on(panicSignal, () => {
    server.panic();
  });
  print(`Photofinch ${version} listens on ${server.url}`);
  isAnnounced = true;
  if (server.open) tellFirstAccount(server.open);
  else print('The library is locked: open this address in a browser to unlock it.');
  if (config.demo) print('Demo accounts: demo / demo-demo (may edit) and admin / admin-demo (may do everything)');
  const pulling = options['pull-models'] ? pullModelsBehind(environment, print) : undefined;
  try {
    const signal = await Promise.race([stopped, server.failed.finally(endSoon)]);
    if (process.stdout.isTTY) print(`\n${signal}: stopping`);
  } finally {
    pulling?.stop();
    uncaughtErrors.close(undefined);
    await server.stop();
  }
}

function tellFirstAccount({ firstAdmin }: RunningServer): void {
  if (!firstAdmin) return;
  print(`First account: ${firstAdmin.username} / ${firstAdmin.password} (shown only once: change it)`);
}
