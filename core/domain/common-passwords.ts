import { createRequire } from 'node:module';

/** The list in zxcvbn-ts of the passwords that leaked most often, in lower case. */
interface CommonWords {
  readonly dictionary: { readonly 'passwords-common': readonly string[] };
}

/** Characters. A shorter password is refused for its length. */
const least = 8;

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is one of the 50,000 or so that most people use, in any case: those are guessed first. The list takes
 * 40 ms to read. It is read for the first question, since most commands never ask.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(read().dictionary['passwords-common'].filter(({ length }) => length >= least));
  return common.has(password.normalize('NFC').toLowerCase());
}

function read(): CommonWords {
  const require = createRequire(import.meta.url);
  return require('@zxcvbn-ts/language-common') as CommonWords;
}
