import { copyIndex } from './copy-index.ts';
import { examineCopy } from './verify-copy.ts';
import type { IndexCopies } from '../plugin-api/index.ts';

/** Copies of the index in `file`, for plugins and the command line. */
export function indexCopies(file: string): IndexCopies {
  return {
    copy: (to, options) => copyIndex(file, to, options),
    verify: (copy, options) => examineCopy(copy, options),
  };
}
