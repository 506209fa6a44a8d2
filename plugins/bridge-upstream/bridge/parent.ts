import type { Environment } from './secrets.ts';

/** Set where the parent hands the other settings over, secrets among them. */
export const settingsFollow = 'BRIDGE_SETTINGS_FOLLOW';

/**
 * The settings that the parent sends over the channel. An environment can be read by all programs of this user for as long as the
 * process runs (`/proc/<pid>/environ`), and no secret of a vault is to stand there.
 * @throws Error when the parent ends before
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

/** Milliseconds in which a bridge must end after its parent; a store that hangs could take forever. */
const patience = 10_000;

/**
 * Calls `then` once the process that started this one over a channel of Node's has ended for any reason: a bridge that
 * belongs to a program does not outlive it. Without a channel, nothing happens.
 */
export function onParentGone(then: () => void): void {
  if (process.send === undefined) return;
  const gone = (): void => {
    setTimeout(() => process.exit(1), patience).unref();
    then();
  };
  if (process.connected) process.once('disconnect', gone);
  else gone();
}
