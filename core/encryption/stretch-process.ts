/** The process that stretches a passphrase: Argon2id, of libsodium. */
import sodium from 'libsodium-wrappers-sumo';
import { answerTask } from '../threads/answer-task.ts';

interface Input {
  /** Base64, as the salt. */
  readonly passphrase: string;
  readonly salt: string;
  readonly passes: number;
  readonly memory: number;
}

answerTask(async ({ passphrase, salt, passes, memory }: Input): Promise<string> => {
  await sodium.ready;
  const key = sodium.crypto_pwhash(
    32,
    Buffer.from(passphrase, 'base64'),
    Buffer.from(salt, 'base64'),
    passes,
    memory,
    sodium.crypto_pwhash_ALG_ARGON2ID13,
  );
  return Buffer.from(key).toString('base64');
});
