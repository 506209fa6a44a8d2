import { createRequire } from 'node:module';

/** The list that zxcvbn-ts keeps, of what leaked most often; it comes with the package, in lower case. */
interface CommonWords {
  readonly dictionary: { readonly 'passwords-common': readonly string[] };
}

/** Characters: what is shorter is refused for that. */
const least = 8;

let common: ReadonlySet<string> | undefined;

/**
 * Whether it is among the some 50,000 passwords that most people use, and that are guessed first, whatever its case. The
 * list takes 40 ms to read and is read when it is first asked for: most commands never do.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(read().dictionary['passwords-common'].filter(({ length }) => length >= least));
  return common.has(password.normalize('NFC').toLowerCase());
}

function read(): CommonWords {
  const require = createRequire(import.meta.url);
  return require('@zxcvbn-ts/language-common') as CommonWords;
}
