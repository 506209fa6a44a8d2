/** The process that stretches the secret of a slot with Argon2id, from libsodium. */
import sodium from 'libsodium-wrappers-sumo';
import { answerTask } from '../threads/answer-task.ts';

interface Input {
  readonly secret: Uint8Array;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  readonly passes: number;
  /** Bytes. */
  readonly memory: number;
}

answerTask(async ({ secret, salt, passes, memory }: Input): Promise<Uint8Array> => {
  await sodium.ready;
  return sodium.crypto_pwhash(32, secret, salt, passes, memory, sodium.crypto_pwhash_ALG_ARGON2ID13);
});
