/** The page of a locked library. */
export const unlock = {
  title: 'This library is locked',
  intro: 'Everything Photofinch knows about these photos is encrypted.',
  passphrase: 'Passphrase',
  recoveryKey: 'Recovery key',
  recoveryHint: 'Nine groups of four letters and digits, with or without the dashes.',
  show: 'Show',
  hide: 'Hide',
  open: 'Unlock',
  checking: 'Checking…',
  useRecoveryKey: 'Use the recovery key instead',
  usePassphrase: 'Use the passphrase instead',
  wrong: {
    passphrase: 'This passphrase is wrong.',
    recovery_key: 'This recovery key is wrong. Compare it with your copy, character by character.',
  },
  tooOften: (minutes: number) =>
    `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes.toLocaleString('en')} minutes`}.`,
  soon: 'That was too much at once. Try again in a moment.',
  keyring: {
    keyring_changed:
      'Someone without a key has changed the file keyring.json. Ask the person who runs the server to bring it back from a copy: each backup has one in the .json file beside it.',
    keyring_missing:
      'The file keyring.json is missing, and nothing opens the library without it. Ask the person who runs the server to bring it back from a copy: each backup has one in the .json file beside it.',
    keyring_damaged:
      'The file keyring.json is damaged, and nothing opens the library without it. Ask the person who runs the server to bring it back from a copy: each backup has one in the .json file beside it.',
  },
  lostBoth: 'Lost both?',
  lostBothBody:
    'Then nobody can open this library any more, not even the people who make Photofinch. Your photos are safe: they are in your photo store as before. Start with an empty data folder to make a new library from them. Names, albums and tags made here are lost.',
  notYours: 'Not your server? Ask the person who runs it.',
  opening: 'Opening your library…',
  converting: {
    encrypted: { title: 'Encrypting your library', share: (percent: string) => `${percent} encrypted` },
    plain: { title: 'Decrypting your library', share: (percent: string) => `${percent} decrypted` },
  },
  convertingBody: 'You can close this page. When it’s done, the library opens automatically.',
  erasedHint: 'The old files are overwritten. An SSD may still keep their bytes for a while.',
  lost: 'Can’t reach the server. Trying again…',
  status: (status: number) => `The server answered with status ${status}.`,
};

/** The same strings in each language. */
export type UnlockStrings = typeof unlock;
