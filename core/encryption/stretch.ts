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

/** For tests alone: whoever has a phrase so stretched soon guesses it. */
export const weakStretching: Stretching = { passes: 1, memory: 8 * 1024 * 1024 };

/** A keyring that asks for more was not made by this program: it would only take the machine's memory. */
export const mostStretching: Stretching = { passes: 10, memory: 1024 * 1024 * 1024 };

/** One at a time: each takes all of a core for a while, and its memory. */
const line = new PQueue({ concurrency: 1 });

/** A passphrase → 32 bytes, in a process of its own. */
export async function stretched(passphrase: string, salt: Uint8Array, by: Stretching): Promise<Buffer> {
  const input = {
    passphrase: asBytes(passphrase).toString('base64'),
    salt: Buffer.from(salt).toString('base64'),
    ...by,
  };
  const { signal } = new AbortController();
  const key = await line.add(() => runTask<string>('./stretch-process', import.meta.url, input, { signal }));
  return Buffer.from(key, 'base64');
}

/** The same letters are typed as other code points on other keyboards. */
const asBytes = (passphrase: string): Buffer => Buffer.from(passphrase.normalize('NFKC'));
