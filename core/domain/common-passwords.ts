import { createRequire } from 'node:module';

/** The list of the most frequently leaked passwords in zxcvbn-ts, in lower case. */
interface CommonWords {
  readonly dictionary: { readonly 'passwords-common': readonly string[] };
}

/** Characters. Shorter passwords are rejected because of their length. */
const minLength = 8;

let common: ReadonlySet<string> | undefined;

/**
 * Whether a password is, ignoring case, one of about 50,000 common ones, which attackers try first. Reading the list takes
 * 40 ms; it is read on first use, since most commands do not need it.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(read().dictionary['passwords-common'].filter(({ length }) => length >= minLength));
  return common.has(password.normalize('NFC').toLowerCase());
}

function read(): CommonWords {
  const require = createRequire(import.meta.url);
  return require('@zxcvbn-ts/language-common') as CommonWords;
}
