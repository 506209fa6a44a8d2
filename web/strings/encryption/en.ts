/** The encryption of the library, in settings and at the first start. */
export const encryption = {
  title: 'Encryption',
  offHint:
    'This library is not encrypted: anyone who has this server’s disk or a backup can read names, faces, places and captions, and see a small version of every photo. If you encrypt it, they only learn how much there is and when it changed.',
  onHint:
    'This library is encrypted: anyone who has this server’s disk or a backup only learns how much there is and when it changed. While the library is unlocked, everyone who controls the running server can still read everything.',
  erasedHint:
    'When a library is encrypted, its old files are overwritten. An SSD, or a file system that copies what it writes, may still keep old bytes for a while. Backups made elsewhere before that are still readable: delete them.',
  passphrase: 'Passphrase',
  passphraseHint: (minLength: string) => `At least ${minLength} characters. Several words are easier to remember.`,
  ownPassword: 'Your password',
  ownPasswordHint: 'The one you sign in with, to confirm.',
  repeat: 'Repeat passphrase',
  differ: 'The two passphrases don’t match.',
  show: 'Show',
  hide: 'Hide',
  check: 'Encrypt this library',
  checkHint:
    'A stolen disk then only reveals how much there is and when it changed. After each restart, someone has to enter the passphrase; without it and the recovery key, nobody can open the library.',
  turnOn: 'Encrypt this library',
  turnOnTitle: 'Turn on encryption',
  turnOnHint:
    'First you get a recovery key. Then the library is closed for everyone until it’s encrypted. It opens again automatically. After each restart, someone has to enter the passphrase. The old files are overwritten, but an SSD may keep their bytes for a while. To be sure, start with an empty data folder and encrypt that.',
  recovery: {
    title: 'Your recovery key',
    body: 'It opens the library when the passphrase is forgotten, and restores a backup on another machine. It’s shown only now and kept nowhere: write it down or print it, and keep it away from this server.',
    of: (address: string) => `Photofinch at ${address}`,
    copy: 'Copy',
    print: 'Print',
    kept: 'I have written it down',
    goOn: 'Continue',
  },
  plain: 'Not encrypted',
  plainHint:
    'These files could not be encrypted: older copies of the library, or files of plugins. Anyone who has the disk can read them. Delete them on the server if nobody needs them.',
  morePlain: (more: string) => `And ${more} more.`,
  keys: 'Keys of this library',
  keysHint: 'Any one of these opens the library.',
  kinds: { passphrase: 'Passphrase', key_file: 'Key file', recovery: 'Recovery key' },
  addPassphrase: 'Add a passphrase',
  addPassphraseTitle: 'Another passphrase',
  name: 'Name',
  nameHint: 'For example, where you keep it. The name isn’t encrypted.',
  newRecoveryKey: 'New recovery key',
  newRecoveryKeyBody:
    'A new one, shown once. The recovery key you have now stops working, except for backups made before.',
  makeRecoveryKey: 'Make a new one',
  full: (limit: string) => `There are ${limit} keys, and no room for more. Remove one first.`,
  add: 'Add',
  added: 'The passphrase is added',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  changed: 'The passphrase is changed',
  save: 'Save',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeBody: 'It will no longer open the library. Copies of the data folder and backups made before still accept it.',
  removed: 'The key is removed',
  last: 'This is the only key left, so it can’t be removed.',
  lock: 'Lock',
  lockHint: 'Closes the library at once, for everyone. Someone has to unlock it before anything can be seen again.',
  opensItself: 'A key file opens this library each time the server starts.',
  lockNow: 'Lock now',
  lockTitle: 'Lock the library?',
  lockBody: 'Everyone using it is interrupted, and reading photos stops until someone unlocks it.',
  commands: 'In the terminal',
  commandsHint: 'These run on the server.',
  decrypt: 'Decrypt the library',
  addKeyFile: 'Unlock with a key file',
  /** Messages that replace the server's own. */
  refusals: {
    library_locked: 'The library is locked. Reload the page to unlock it.',
    wrong_unlock_key: 'This doesn’t unlock the library. Check for typos, then try again.',
    already_encrypted: 'This library is already encrypted.',
    not_encrypted: 'This library isn’t encrypted.',
    last_key: 'This is the last key. Without it, nothing could unlock the library. Add another one first.',
    too_many_keys: 'A library can have up to 12 keys. Remove one first.',
    no_such_key: 'This key no longer exists.',
    passphrase_too_short: 'Use at least 12 characters for the passphrase. Several words are easier to remember.',
    keyring_changed:
      'Someone without a key has changed the file keyring.json on the server. Bring it back from a copy: each backup has one in the .json file beside it.',
    keyring_missing:
      'The file keyring.json is missing on the server, and nothing opens the library without it. Bring it back from a copy: each backup has one in the .json file beside it.',
    keyring_damaged:
      'The file keyring.json on the server is damaged, and nothing opens the library without it. Bring it back from a copy: each backup has one in the .json file beside it.',
  },
};

/** The same strings in each language. */
export type EncryptionStrings = typeof encryption;

/** Errors that only occur with encryption. */
export type EncryptionRefusal = keyof EncryptionStrings['refusals'];
