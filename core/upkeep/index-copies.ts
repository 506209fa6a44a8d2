import { copyIndex } from './copy-index.ts';
import { examineCopy } from './verify-copy.ts';
import type { IndexCopies } from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';

/** Copies of the index in `file`, for plugins and the command line; they have the encryption of the index. */
export function indexCopies(file: string, encryption?: SqliteEncryption): IndexCopies {
  return {
    copy: (to, options) => copyIndex(file, to, { ...options, encryption }),
    verify: (copy, options) => examineCopy(copy, { ...options, encryption }),
  };
}
