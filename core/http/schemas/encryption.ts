import { answer, list, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, text, word } from './parts.ts';

/** Schemas of the keys of an encrypted library in answers. */

/** A key that unlocks the library. */
const slot = answer({
  id: word,
  kind: oneOf('passphrase', 'key_file', 'recovery'),
  name: text.description('The name that an admin gave it, or empty. It is not encrypted.'),
  created_at: epochSeconds,
});
export type UnlockKey = Value<typeof slot>;

export const encryption = answer({
  encrypted: boolean,
  slots: list(slot).description('In the order in which they were added.'),
  most_slots: count,
  opens_itself: boolean.description('Whether the key file of the server’s settings unlocks the library at each start.'),
  plain_files: answer({
    total: count,
    paths: list(word).description('The paths of some of them.'),
  }).description('Snapshots and replaced indexes beside an encrypted library that are not encrypted.'),
});
export type Encryption = Value<typeof encryption>;

export const newRecoveryKey = answer({
  recovery_key: word.description('Unlocks the library if everything else is lost. It is shown this once.'),
});
export type NewRecoveryKey = Value<typeof newRecoveryKey>;

export const changedKey = answer({
  slot,
  recovery_key: optional(word.description('Only for a new recovery key. It is shown this once.')),
});
export type ChangedKey = Value<typeof changedKey>;
