import { opendirSync } from 'node:fs';
import { errorCode } from '../../domain/error-code.ts';
import { StartupError } from '../../domain/errors.ts';

/**
 * Checks that photos can be read from a folder. An empty one is probably the mount point of an unmounted disk, and would
 * look like a library that lost all photos.
 * @throws StartupError
 */
export function checkFolder(folder: string, { mayBeEmpty }: { readonly mayBeEmpty: boolean }): void {
  if (isEmpty(folder) && !mayBeEmpty) {
    throw new StartupError(
      `The folder ${folder} is empty: mount its disk, or add --allow-empty if the photos come later.`,
    );
  }
}

/** Reads one entry: only then does a mount without its server fail. */
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
      return `You can’t read the folder ${folder}: change its permissions, or choose another.`;
    case 'ENOTCONN':
    case 'ESTALE':
    case 'EHOSTDOWN':
      return `${folder} is no longer mounted (${code}): mount it again.`;
    default:
      return `The folder ${folder} cannot be read (${code}): check its disk, or choose another.`;
  }
}
