import type { Driver } from '../driver.ts';
import { ownKey } from '../own-keys.ts';
import type { Journal } from './journal.ts';
import { DamagedJournal } from './damaged-journal.ts';
import { formOfJournal, openJournal, openJournalBeside } from './open-journal.ts';

interface Options {
  readonly signal: AbortSignal;
  /** Whether an admin vouches for a plain journal. */
  readonly adopt: boolean;
}

/**
 * Opens the journal of a store. It is encrypted if the store is.
 * @throws StoreError if the store is needed for that and unavailable, or its key is wrong; the errors of `openJournal`
 */
export async function openStoreJournal(driver: Driver, folder: string, { signal, adopt }: Options): Promise<Journal> {
  const key = await journalKey(driver, signal);
  // With a mistyped password, the new journal could not be read later.
  if (key && formOfJournal(folder) !== 'encrypted') await driver.check(signal);
  signal.throwIfAborted();
  try {
    return openJournal(folder, key, { adopt });
  } catch (error) {
    // If the key does not open the store either, the store's error is more helpful.
    if (key && error instanceof DamagedJournal) await driver.check(signal);
    throw error;
  }
}

/**
 * Like `openJournalBeside`.
 * @param driverOf is only called if the journal is encrypted
 */
export async function openStoreJournalBeside(folder: string, driverOf: () => Driver): Promise<Journal | undefined> {
  if (formOfJournal(folder) !== 'encrypted') return openJournalBeside(folder);
  return openJournalBeside(folder, await journalKey(driverOf(), new AbortController().signal));
}

async function journalKey(driver: Driver, signal: AbortSignal): Promise<Buffer | null> {
  const secret = await driver.bridgeSecret(signal);
  return secret && ownKey(secret, 'journal');
}
