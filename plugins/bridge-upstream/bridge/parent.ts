import type { Environment } from './secrets.ts';

/** Set if the parent process sends the other settings, including secrets, over the channel. */
export const settingsFollow = 'BRIDGE_SETTINGS_FOLLOW';

/**
 * The settings that the parent sends over the channel. All programs of this user can read the environment of a running
 * process (`/proc/<pid>/environ`), so it must not contain the secret of a vault.
 * @throws Error if the parent ends before
 */
export function settingsOfParent(): Promise<Environment> {
  return new Promise((resolve, reject) => {
    process.once('message', (settings) => {
      resolve(settings as Environment);
    });
    process.once('disconnect', () => {
      reject(new Error('The program that started this bridge has ended.'));
    });
  });
}

/** Milliseconds within which a bridge must end after its parent, since a store may hang forever. */
const patience = 10_000;

/**
 * Calls `then` when the parent process ends for any reason, so that a bridge that was started by a program does not outlive
 * it. Does nothing if there is no channel to a parent.
 */
export function onParentGone(then: () => void): void {
  if (process.send === undefined) return;
  const onDisconnect = (): void => {
    setTimeout(() => process.exit(1), patience).unref();
    then();
  };
  if (process.connected) process.once('disconnect', onDisconnect);
  else onDisconnect();
}
