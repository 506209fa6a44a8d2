import { join } from 'node:path';
import { isDiskFull } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { knownSigningSecret } from '../../services/signing-secret.ts';
import type { Config } from '../../settings/env.ts';
import { indexFile, vectorsFolder } from '../../settings/data-folder.ts';
import { removeUnusedNames } from '../replaced-index.ts';
import { Conversion, type ConversionProgress, type ConversionReport, type Form } from './conversion.ts';
import { convertDatabase, NotConvertible, settledName } from './convert-database.ts';
import { convertFile, isSealedFile, settleFile, type Sealing } from './convert-file.ts';
import { convertPictures } from './convert-pictures.ts';
import { convertSnapshots } from './convert-snapshots.ts';
import { entriesOf, eraseFolder } from './erase.ts';
import { refuseOtherKeys } from './refuse-other-keys.ts';
import { refusePlainIndex } from './refuse-plain-index.ts';

export type { ConversionProgress, ConversionReport } from './conversion.ts';

/** Where a library lies; the signing secret where it is not kept in the data folder. */
type Place = Pick<Config, 'dataDir' | 'backupDir'> & Partial<Pick<Config, 'signingSecret'>>;

/**
 * Turns a library over in place: index and snapshots, pictures, the signing secret. What is derived from these and made again
 * by the next start goes. May be killed at any moment: calling it again goes on, and on a library that is turned over already
 * it finds nothing to do.
 *
 * The index is the first to be encrypted and the last to be decrypted: wherever anything is encrypted, it tells whether the
 * keys are the right ones.
 *
 * Whoever calls holds the data folder. The keyring says `encrypting` or `decrypting` meanwhile.
 * @throws StartupError for other keys, before anything is changed; for a damaged index; for a full disk
 * @throws what the system says, or the reason of the signal: the library is to be turned over by another call then
 */
export async function convertLibrary(
  place: Place,
  keys: LibraryKeys,
  to: Form,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: ConversionProgress) => void },
): Promise<ConversionReport> {
  const { dataDir } = place;
  const conversion = new Conversion(keys, to, options);
  const secretFile = join(dataDir, 'signing-secret');
  const sealing: Sealing = { key: keys.of('secrets'), name: 'signing-secret' };
  await refuseOtherKeys(dataDir, keys, { file: secretFile, sealing });
  if (to === 'encrypted') await refusePlainIndex(dataDir, keys, { file: secretFile, sealing });
  await settleFile(conversion, secretFile, sealing);

  const steps = [
    () => convertIndexes(conversion, dataDir),
    () => convertFile(conversion, secretFile, sealing),
    () => convertPictures(conversion, dataDir),
    () => eraseFolder(vectorsFolder(dataDir), (file) => conversion.erase(file)),
    async () => convertSnapshots(conversion, { ...place, secret: await secretOf(place, secretFile, sealing) }),
  ];
  try {
    await eraseUnfinished(conversion, dataDir);
    for (const step of to === 'encrypted' ? steps : steps.reverse()) {
      options.signal.throwIfAborted();
      await step();
    }
    return conversion.report();
  } catch (error) {
    throw isDiskFull(error) ? new StartupError(noRoom, { cause: error }) : error;
  }
}

const noRoom =
  'The disk is full: free some space and begin again, which goes on where this ended. Nothing is lost. The largest file, as a rule the index, has to fit on the disk a second time for a while.';

/** The index, and those that it replaced. */
async function convertIndexes(conversion: Conversion, dataDir: string): Promise<void> {
  const index = indexFile(dataDir);
  const names = (await entriesOf(dataDir)).map(({ name }) => settledName(name));
  const replaced = names.filter((name) => /^index-replaced-.*\.sqlite3$/.test(name));
  const convertReplaced = async (): Promise<void> => {
    for (const name of new Set(replaced)) {
      await convertDatabase(conversion, join(dataDir, name), { step: 'index' }).catch((error: unknown) => {
        if (!(error instanceof NotConvertible)) throw error;
        conversion.leave(join(dataDir, name), `${error.message} Remove it if nobody needs it.`);
      });
    }
  };
  if (conversion.to === 'plain') await convertReplaced();
  await convertDatabase(conversion, index, { step: 'index', mayBeOpen: true }).catch((error: unknown) => {
    if (!(error instanceof NotConvertible)) throw error;
    throw new StartupError(`The index ${index} cannot be converted: restore a backup first. ${error.message}`, {
      cause: error,
    });
  });
  if (conversion.to === 'encrypted') await convertReplaced();
}

/** What restores and first starts have left that were cut off; the copy that a restore makes went when the folder was taken. */
async function eraseUnfinished(conversion: Conversion, dataDir: string): Promise<void> {
  const unfinished = /^(index-replaced-.*\.sqlite3\.part|signing-secret\.\d+)$/;
  for (const { name } of await entriesOf(dataDir)) {
    if (unfinished.test(name)) await conversion.erase(join(dataDir, name));
  }
  removeUnusedNames(indexFile(dataDir));
}

async function secretOf({ signingSecret, dataDir }: Place, file: string, { key }: Sealing): Promise<Uint8Array | null> {
  return knownSigningSecret(signingSecret, dataDir, (await isSealedFile(file)) ? key : undefined);
}
