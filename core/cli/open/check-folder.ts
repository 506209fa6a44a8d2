import { opendirSync } from 'node:fs';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';

/**
 * Looks whether a folder is one that photos can be read from. One that is empty is most likely a disk that is not
 * mounted, and would look like a library that lost everything.
 * @throws StartupError
 */
export function checkFolder(folder: string, { mayBeEmpty }: { readonly mayBeEmpty: boolean }): void {
  if (isEmpty(folder) && !mayBeEmpty) {
    throw new StartupError(
      `The folder ${folder} is empty, as one whose disk is not mounted: mount it, or add --allow-empty if photos are still to come.`,
    );
  }
}

/** Reads one entry: a mount whose server is gone fails no sooner. */
function isEmpty(folder: string): boolean {
  try {
    const entries = opendirSync(folder);
    try {
      return entries.readSync() === null;
    } finally {
      entries.closeSync();
    }
  } catch (error) {
    throw new StartupError(sentenceOf(errorCode(error), folder), { cause: error });
  }
}

function sentenceOf(code: string, folder: string): string {
  switch (code) {
    case 'ENOENT':
      return `There is no folder ${folder}: check its name, and that its disk is connected.`;
    case 'ENOTDIR':
      return `${folder} is no folder: name the one that your photos are in.`;
    case 'EACCES':
    case 'EPERM':
      return `This user may not read the folder ${folder}: give yourself the right to, or name another.`;
    case 'ENOTCONN':
    case 'ESTALE':
    case 'EHOSTDOWN':
      return `What was mounted on ${folder} is gone (${code}): mount it anew.`;
    default:
      return `The folder ${folder} cannot be read (${code}): check its disk, or name another.`;
  }
}
