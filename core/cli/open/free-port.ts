import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import { UsageError } from '../arguments.ts';

export const loopback = '127.0.0.1';
const usualPort = 8470;

/**
 * The port to listen on, on loopback only: the given one, or else the default, or any free one if that is in use.
 * @throws StartupError if the given one is not available; UsageError
 */
export async function freePort(option: string | undefined): Promise<number> {
  if (option === undefined) return (await tryPort(usualPort)).port ?? 0;
  if (!/^\d{1,5}$/.test(option) || Number(option) > 65_535) throw new UsageError('--port must be a number up to 65535');
  const { port, code = '' } = await tryPort(Number(option));
  if (port !== undefined) return port;
  throw new StartupError(
    code === 'EADDRINUSE'
      ? `Port ${option} is in use: stop the other program, or omit --port for any free one.`
      : `You can’t listen on port ${option} (${code}): choose one from 1024 up, or omit --port.`,
  );
}

async function tryPort(candidate: number): Promise<{ port?: number; code?: string }> {
  const probe = createServer().listen(candidate, loopback);
  try {
    await once(probe, 'listening');
  } catch (error) {
    return { code: errorCode(error) };
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { port };
}
