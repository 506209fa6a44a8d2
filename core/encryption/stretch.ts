import PQueue from 'p-queue';
import { runTask } from '../threads/task-process.ts';

/** Parameters of Argon2id (RFC 9106), as stored in a slot. */
export interface StretchParameters {
  readonly passes: number;
  /** Bytes. */
  readonly memory: number;
}

/** RFC 9106 recommends three passes over 64 MiB if memory is scarce: half a second on a small server. */
export const usualStretching: StretchParameters = { passes: 3, memory: 64 * 1024 * 1024 };

/** Only for tests: a phrase with so little stretching is easy to guess. */
export const weakStretching: StretchParameters = { passes: 1, memory: 8 * 1024 * 1024 };

/** The upper limit: a keyring with more was not made by this program, and would only use up the machine's memory. */
export const maxStretching: StretchParameters = { passes: 10, memory: 1024 * 1024 * 1024 };

/** Whether these parameters make guessing cheaper than the usual ones. */
export const isWeaker = ({ passes, memory }: StretchParameters): boolean =>
  passes * memory < usualStretching.passes * usualStretching.memory;

/** Serialized, since each run uses a whole core and much memory. */
const line = new PQueue({ concurrency: 1 });

/** Stretches a secret to 32 bytes with Argon2id, in a separate process. */
export async function stretchSecret(secret: Uint8Array, salt: Uint8Array, by: StretchParameters): Promise<Buffer> {
  const key = await line.add(() => runTask<Uint8Array>('./stretch-process', import.meta.url, { secret, salt, ...by }));
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}
