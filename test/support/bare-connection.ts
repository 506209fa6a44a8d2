import { connect, type Socket } from 'node:net';
import { rigToken } from './bridge-rig.ts';

/** Bytes that differ everywhere, so that a shifted range is noticed. */
export const pattern = (size: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, i) => i * 2654435761).buffer).subarray(0, size);

export interface RawAnswer {
  readonly head: string;
  readonly body: Buffer;
  /** Whether the whole body arrived that was announced. */
  readonly clean: boolean;
}

/** One GET over a plain TCP connection, which shows how it ends. */
export async function rawGet(port: number, path: string, extra = ''): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rigToken}\r\n${extra}\r\n`);
  const all = await drain(socket);
  const at = all.indexOf('\r\n\r\n');
  const body = all.subarray(at + 4);
  const head = all.toString('latin1', 0, at);
  return { head, body, clean: body.length === Number(/content-length: (\d+)/i.exec(head)?.[1]) };
}

/** All bytes until the connection ends in any way; fails if it stays open. */
export function drain(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the connection stayed open'));
    }, 60_000);
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks));
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', done).on('end', done).on('close', done);
  });
}
