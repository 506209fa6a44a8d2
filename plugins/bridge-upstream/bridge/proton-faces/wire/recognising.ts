import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { UpstreamAnswer } from './answer.ts';

type Connector = buildConnector.connector;

/**
 * Asks the program at the other end of a connection for its health, and checks the answer.
 * @throws UpstreamFailure if the token must not be sent to this program
 */
export type Recognise = (ask: (limit: AbortSignal) => Promise<UpstreamAnswer>, signal: AbortSignal) => Promise<unknown>;

interface Options {
  /** Path of the health check. */
  readonly path: string;
  readonly recognise: Recognise;
  /** Aborted when all connections are closed. */
  readonly closing: AbortSignal;
}

/**
 * Begins connections whose first request is a health check, without the token. Whether another connection, even one that
 * is still open, leads to the bridge says nothing about this one: another program may listen there by now.
 */
export function recognising(begin: Connector, { path, recognise, closing }: Options): Connector {
  const begun = (to: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      begin(to, (...[error, socket]) => {
        if (socket) resolve(socket);
        else reject(error);
      });
    });
  const recognised = async (to: buildConnector.Options): Promise<Socket> => {
    const socket = await begun(to);
    let released: Promise<unknown> | undefined;
    try {
      await recognise(async (signal) => {
        const headers = { host: to.host, 'accept-encoding': 'identity', connection: 'keep-alive' };
        const question = request({ createConnection: () => socket, path, headers, signal }).end();
        // An error after the response has begun also arrives with its body.
        question.on('error', () => undefined);
        released = new Promise((resolve) => question.once('close', resolve));
        const [body] = (await once(question, 'response')) as [IncomingMessage];
        return { status: body.statusCode ?? 0, headers: body.headers, body };
      }, closing);
      await released;
    } catch (error) {
      socket.destroy();
      throw error;
    }
    // A server or proxy that closes a connection after each response can only be checked over the connection before.
    return socket.writable ? socket : begun(to);
  };
  return (to, callback) => {
    recognised(to).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(error as Error, null);
      },
    );
  };
}
