import { CopyReporter } from './copy-progress.ts';
import { asStartupError, interruptible } from './interrupt.ts';
import { mustHaveIndex, withLibrary, withUsablePlugins } from './open-index.ts';
import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import type { Snapshot } from '../plugin-api/index.ts';
import { commandLine } from '../services/audit-trail.ts';
import { inject } from '../compose/inject.ts';

/**
 * Takes a snapshot with the plugin for backups, with or without a running server.
 * @throws StartupError
 */
export async function takeBackup(config: Config, warn: (line: string) => void): Promise<Snapshot> {
  mustHaveIndex(config);
  return interruptible('Stopped: no snapshot was taken.', (signal) =>
    withLibrary(config, (library) =>
      withUsablePlugins(library, warn, async ({ backups }) => {
        if (!backups) throw new StartupError('No plugin for backups is loaded: see PLUGINS.');
        const progress = new CopyReporter(process.stderr);
        const snapshot = await backups
          .take({ signal, onProgress: progress.show })
          .finally(() => {
            progress.end();
          })
          .catch((error: unknown) => {
            throw asStartupError(error);
          });
        library
          .resolve(inject.audit)
          .record({ action: 'backup.taken', subject: snapshot.name }, { actor: commandLine });
        return snapshot;
      }),
    ),
  );
}
