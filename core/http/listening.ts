import type { Server } from '@hapi/hapi';
import { StartupError } from '../domain/errors.ts';

/** Starts to listen. @throws StartupError that says what to do */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
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

/** A URL that a browser on this machine can open. */
export function addressOf(server: Server): string {
  const host = String(server.info.address);
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${server.info.port}`;
}
