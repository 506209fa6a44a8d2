import PQueue from 'p-queue';
import { runTask } from '../threads/task-process.ts';

/** Parameters of Argon2id (RFC 9106), as a slot keeps them. */
export interface Stretching {
  readonly passes: number;
  /** Bytes. */
  readonly memory: number;
}

/** RFC 9106 suggests three passes over 64 MiB where memory is scarce: half a second of a small server. */
export const usualStretching: Stretching = { passes: 3, memory: 64 * 1024 * 1024 };

/** For tests alone: a phrase that is stretched so little is soon guessed. */
export const weakStretching: Stretching = { passes: 1, memory: 8 * 1024 * 1024 };

/** A keyring that asks for more was not made by this program: it would only take the machine's memory. */
export const mostStretching: Stretching = { passes: 10, memory: 1024 * 1024 * 1024 };

/** Whether these parameters make guessing cheaper than they should. */
export const isWeaker = ({ passes, memory }: Stretching): boolean =>
  passes * memory < usualStretching.passes * usualStretching.memory;

/** One at a time: each uses a whole core and much memory. */
const line = new PQueue({ concurrency: 1 });

/** Stretches a secret to 32 bytes with Argon2id, in a process of its own. */
export async function stretched(secret: Uint8Array, salt: Uint8Array, by: Stretching): Promise<Buffer> {
  const key = await line.add(() => runTask<Uint8Array>('./stretch-process', import.meta.url, { secret, salt, ...by }));
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}
