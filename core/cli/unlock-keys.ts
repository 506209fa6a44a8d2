import { checkPassphrase } from '../domain/credentials.ts';
import { StartupError } from '../domain/errors.ts';
import { readKeyFile } from '../encryption/key-file.ts';
import type { Keyring, NamedSecret } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { newRecoveryKey } from '../encryption/recovery-key.ts';
import type { Slot } from '../encryption/slots.ts';
import { BackupError, type AuditEvent } from '../plugin-api/index.ts';
import { slotName } from '../services/encryption/library-encryption.ts';
import { indexFile } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { indexCopies } from '../upkeep/index-copies.ts';
import { reasonOf as folderReason } from '../upkeep/snapshots/folder-reasons.ts';
import { snapshotKey } from '../upkeep/snapshots/snapshot-signature.ts';
import { Snapshots } from '../upkeep/snapshots/snapshots.ts';
import type { Call } from './arguments.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import { interruptible } from './interrupt.ts';
import { unlockKeyring } from './library-keys.ts';
import { recordInLibrary, refuseOtherKind } from './open-index.ts';
import { warn } from './output.ts';
import { readPassword } from './password.ts';
import { TerminalLine } from './terminal-line.ts';

type Print = (line: string) => void;

const kinds: Readonly<Record<Slot['kind'], string>> = {
  passphrase: 'passphrase',
  key_file: 'key file',
  recovery: 'recovery key',
};

/** A line for each key: id, kind, time and name, separated by tabs. This does not require unlocking. */
export function listKeys(config: Config, print: Print): void {
  const keyring = keyringOf(config).content();
  if (keyring === null) throw plain();
  for (const { id, kind, createdAt, name } of keyring.slots) {
    print([id, kinds[kind], new Date(createdAt * 1000).toISOString().slice(0, 10), name].join('\t'));
  }
}

/**
 * Adds a key file, a passphrase, or a recovery key that replaces the old one.
 * @throws StartupError, DomainError `bad_input`, `conflict`
 */
export async function addKey(config: Config, options: Call['options'], print: Print): Promise<void> {
  const { 'key-file': file, name } = options;
  // Checked before the passphrase is requested.
  const content = file === undefined ? undefined : readKeyFile(file);
  await withKeys(config, content !== undefined || options.recovery === true, async (keyring, keys) => {
    if (options.recovery) return renewRecoveryKey(keyring, keys, print);
    const secret = content ? ({ kind: 'key_file', content } as const) : await newPassphrase();
    // The name can be read by anyone with the disk, so it is empty by default.
    const slot = await keyring.add(keys, { secret, name: name ? slotName(name) : '' });
    print(`Added the ${kinds[slot.kind]}${slot.name && ` ${slot.name}`} (${slot.id}).`);
    return {
      entry: { action: 'unlock_key.added', subject: slot.name || kinds[slot.kind], detail: kinds[slot.kind] },
      gone: false,
    };
  });
}

/** @throws StartupError, DomainError `not_found`, `conflict` */
export async function removeKey(config: Config, id: string, print: Print): Promise<void> {
  await withKeys(config, true, async (keyring, keys) => {
    const { kind, name } = await keyring.remove(keys, id);
    print(`Removed the ${kinds[kind]}${name && ` ${name}`}: it no longer opens the library.`);
    return { entry: { action: 'unlock_key.removed', subject: name || kinds[kind] }, gone: true };
  });
}

async function renewRecoveryKey(keyring: Keyring, keys: LibraryKeys, print: Print): Promise<Change> {
  const recoveryKey = newRecoveryKey();
  const newKey: NamedSecret = { secret: { kind: 'recovery', recoveryKey }, name: '' };
  const old = keyring.content()?.slots.find(({ kind }) => kind === 'recovery');
  if (old) await keyring.replace(keys, old.id, newKey);
  else await keyring.add(keys, newKey);
  print(`Recovery key: ${recoveryKey}`);
  print('Write it down now: it is shown only this once. The old one no longer opens the library.');
  return { entry: { action: 'unlock_key.added', detail: kinds.recovery }, gone: old !== undefined };
}

/**
 * The records of snapshots contain the keyring: a removed secret must not open them any more. The change itself is done by
 * then, so a failure is only a warning: each snapshot renews all records as well.
 */
async function renewRecords({ backupDir, dataDir }: Config, keyring: Keyring, keys: LibraryKeys): Promise<void> {
  const copies = indexCopies(indexFile(dataDir), keys.index);
  const snapshots = new Snapshots(backupDir, copies, snapshotKey(keys, null), (taken) =>
    keyring.forSnapshots(keys, taken),
  );
  const line = new TerminalLine(process.stderr);
  try {
    await interruptible('Stopped.', (signal) => {
      line.draw('Renewing the records of backups, after a snapshot that is being taken …');
      return snapshots.renewKeyrings(signal);
    });
  } catch (error) {
    line.clear();
    warn(
      `The old key still opens backups in ${backupDir}, until the next snapshot renews their records. ${reasonOf(error)}`,
    );
  } finally {
    line.clear();
    await snapshots.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof BackupError) return error.message;
  return `They could not be written: ${folderReason(error)}.`;
}

async function newPassphrase(): Promise<NamedSecret['secret']> {
  const passphrase = await readPassword('New passphrase: ', 'passphrase');
  checkPassphrase(passphrase);
  return { kind: 'passphrase', passphrase };
}

/**
 * Unlocks the keyring, changes it, and adds an entry to the audit trail. Only then are the records of snapshots renewed, which
 * may have to wait long for a snapshot: `change` has printed by then what must not be lost if that is interrupted.
 */
async function withKeys(
  config: Config,
  fromInput: boolean,
  change: (keyring: Keyring, keys: LibraryKeys) => Change | Promise<Change>,
): Promise<void> {
  const keyring = keyringOf(config);
  const content = keyring.content();
  if (content === null) throw plain();
  const keys = await unlockKeyring(content, config, { fromInput });
  try {
    refuseOtherKind(config, keys);
    const { entry, gone } = await change(keyring, keys);
    try {
      recordInLibrary(config, keys, entry);
    } finally {
      if (gone) await renewRecords(config, keyring, keys);
    }
  } finally {
    keys.wipe();
  }
}

interface Change {
  /** For the audit trail. */
  readonly entry: AuditEvent;
  /** Whether a secret no longer opens the library. */
  readonly gone: boolean;
}

const plain = (): StartupError =>
  new StartupError('This library is not encrypted: photofinch encrypt does that, and makes its first keys.');
