import { checkPassphrase } from '../domain/credentials.ts';
import { StartupError } from '../domain/errors.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { newRecoveryKey } from '../encryption/recovery-key.ts';
import { finishConversion } from '../locking/finish-conversion.ts';
import { nextStartIsRefused, refuseDecrypting } from '../locking/required-encryption.ts';
import { hasIndex, holdDataFolder } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { convertLibrary, type ConversionProgress } from '../upkeep/conversion/convert-library.ts';
import { refuseLostKeyring } from '../upkeep/conversion/refuse-lost-keyring.ts';
import { readPlainSettings } from '../upkeep/plain-settings.ts';
import { interruptible } from './interrupt.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import { unlockKeyring } from './library-keys.ts';
import { mustHaveIndex, recordInLibrary, refuseOtherKind } from './open-index.ts';
import { readPassword } from './password.ts';
import { TerminalLine } from './terminal-line.ts';

type Print = (line: string) => void;

/**
 * Encrypts a library in place, with a new passphrase and a recovery key, or continues an interrupted conversion.
 * @throws StartupError, DomainError `bad_input`
 */
export async function encryptLibrary(config: Config, print: Print): Promise<void> {
  await withFolder(config, async () => {
    const keyring = keyringOf(config);
    const content = keyring.content();
    if (content?.state === 'encrypted') throw new StartupError('This library is encrypted already.');
    if (content?.state === 'decrypting') {
      throw new StartupError('This library is being decrypted: finish that first, with photofinch decrypt.');
    }
    if (!content) {
      refuseLostKeyring(config.dataDir);
      refuseOtherKind(config, null);
      if (!hasIndex(config.dataDir))
        print(`There is no library in ${config.dataDir} yet: a new one will be encrypted.`);
    }
    const keys = content ? await unlockKeyring(content, config, { fromInput: true }) : await newKeys(config, print);
    return convert(config, keys, 'encrypt', print);
  });
  print('The library is encrypted.');
  print(
    'On an SSD, and where a file system copies what it writes, old bytes may stay on the disk: see docs/encryption.md.',
  );
}

/** Decrypts a library in place, or continues an interrupted conversion. @throws StartupError */
export async function decryptLibrary(config: Config, print: Print): Promise<void> {
  // After a kill between two renames, the index has two other names.
  if (keyringOf(config).content()?.state !== 'decrypting') mustHaveIndex(config);
  refuseDecrypting(config);
  await withFolder(config, async () => {
    const keyring = keyringOf(config);
    const content = keyring.content();
    if (content === null) throw new StartupError('This library is not encrypted.');
    if (content.state === 'encrypting') {
      throw new StartupError('This library is being encrypted: finish that first, with photofinch encrypt.');
    }
    const keys = await unlockKeyring(content, config, { fromInput: true });
    if (content.state === 'encrypted') {
      refuseOtherKind(config, keys);
      await keyring.setState(keys, 'decrypting');
    }
    return convert(config, keys, 'decrypt', print);
  });
  print('The library is plain now: whoever has the disk can read it.');
  if (config.unlockKeyFile !== undefined) print(`${nextStartIsRefused}.`);
}

/** Locks the data folder while `work` converts the library, and then adds an entry to the audit trail. */
async function withFolder(config: Config, work: () => Promise<LibraryKeys | null>): Promise<void> {
  const folder = holdDataFolder(config.dataDir);
  let keys: LibraryKeys | null;
  try {
    keys = await work();
  } finally {
    folder.release();
  }
  recordInLibrary(config, keys, { action: keys ? 'library.encrypted' : 'library.decrypted' });
  keys?.wipe();
}

async function newKeys(config: Config, print: Print): Promise<LibraryKeys> {
  const passphrase = await readPassword('New passphrase: ', 'passphrase');
  checkPassphrase(passphrase);
  const recoveryKey = newRecoveryKey();
  const secrets = [
    { secret: { kind: 'passphrase' as const, passphrase }, name: '' },
    { secret: { kind: 'recovery' as const, recoveryKey }, name: '' },
  ];
  const keys = await keyringOf(config).create(secrets, readPlainSettings(config.dataDir));
  print(`Recovery key: ${recoveryKey}`);
  print('Write it down now and keep it away from this machine: it opens the library if the passphrase is lost, and is');
  print('shown only this once. Without passphrase, recovery key and key file nobody can open the library again.');
  return keys;
}

async function convert(
  config: Config,
  keys: LibraryKeys,
  command: 'encrypt' | 'decrypt',
  print: Print,
): Promise<LibraryKeys | null> {
  const line = new TerminalLine(process.stderr);
  const { keys: after, left } = await interruptible(
    `Stopped, half way. Nothing is lost: photofinch ${command} goes on, and so does a start.`,
    (signal) =>
      finishConversion(config, keyringOf(config), keys, {
        convert: convertLibrary,
        signal,
        onProgress: (_to, progress) => {
          line.draw(progressText(command, progress));
        },
      }).finally(() => {
        line.clear();
      }),
  );
  for (const sentence of left) print(sentence);
  return after;
}

function progressText(command: 'encrypt' | 'decrypt', { step, done, total }: ConversionProgress): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  return `${command === 'encrypt' ? 'Encrypting' : 'Decrypting'} (${step}): ${share} %`;
}
