import { copyIndex } from './db/copy-index.ts';
import { examineCopy } from './db/examine-copy.ts';
import type { IndexCopies } from './plugin-api/index.ts';

/** Copies of the index in `file`, for plugins and the command line. */
export function indexCopies(file: string): IndexCopies {
  return {
    copy: (to, options) => copyIndex(file, to, options),
    verify: (copy, options) => examineCopy(copy, options),
  };
}
