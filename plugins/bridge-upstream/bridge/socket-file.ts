import { existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { StartupError } from './startup-error.ts';

/**
 * Removes the socket that a killed bridge left behind.
 * @throws StartupError if a program listens there, or if the file is not a socket
 */
export async function clearSocket(path: string): Promise<void> {
  let isSocket: boolean;
  try {
    isSocket = lstatSync(path).isSocket();
  } catch (error) {
    // libuv reports a missing folder like a forbidden one, so the two cases are distinguished here.
    if (!existsSync(dirname(path))) {
      throw new StartupError('Setting BRIDGE_LISTEN names a socket in a folder that does not exist: create it first.');
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new StartupError(
      `Setting BRIDGE_LISTEN names a socket that cannot be created (${String((error as NodeJS.ErrnoException).code)}).`,
      { cause: error },
    );
  }
  if (!isSocket) {
    throw new StartupError('Setting BRIDGE_LISTEN names a file that is not a socket: choose another path.');
  }
  if (await answers(path)) {
    throw new StartupError(
      'Another program listens on the socket of BRIDGE_LISTEN: stop it first, or choose another path.',
    );
  }
  unlinkSync(path);
}

/** Only a refused connection proves that no program listens. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
