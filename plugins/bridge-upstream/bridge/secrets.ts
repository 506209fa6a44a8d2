import { readFileSync, statSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Secret {
  readonly value: string;
  /** One sentence for the person who runs the bridge, if others can read the secret. */
  readonly warning?: string;
}

/** Readable by users other than the file's owner and group. */
const readableByOthers = 0o004;

/** The variables that `readSecret` reads. */
export const secretNames = (name: string): readonly string[] => [name, `${name}_FILE`];

/**
 * The secret `name`, from the variable itself or from the file that the variable `<name>_FILE` names, without the line
 * break at its end. Undefined if neither is set.
 * @throws StartupError naming the variable
 */
export function readSecret(name: string, environment: Environment): Secret | undefined {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (!file) return value ? { value } : undefined;
  if (value) throw new StartupError(`Settings ${name} and ${name}_FILE are both set: keep one of them.`);
  const { text, warning } = readSecretFile(`${name}_FILE`, file);
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new StartupError(`Setting ${name}_FILE names an empty file: write the secret into it.`);
  return { value: secret, ...(warning !== undefined && { warning }) };
}

/**
 * The text of a file with secrets, and one sentence for the person who runs the bridge if others can read it.
 * @throws StartupError naming `variable`
 */
export function readSecretFile(variable: string, file: string): { text: string; warning: string | undefined } {
  try {
    const text = readFileSync(file, 'utf8');
    const isOpen = (statSync(file).mode & readableByOthers) !== 0;
    const warning = `Everyone on this machine can read the file of ${variable}: give it mode 600 or 640.`;
    return { text, warning: isOpen ? warning : undefined };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new StartupError(`Setting ${variable} names a file that cannot be read (${code}).`, { cause: error });
  }
}

/**
 * The token that clients must send.
 * @throws StartupError
 */
export function readToken(environment: Environment): Secret {
  const token = readSecret('BRIDGE_TOKEN', environment);
  const remedy = 'make one with `openssl rand -hex 32`, and give the service the same.';
  if (!token) throw new StartupError(`Setting BRIDGE_TOKEN is missing: ${remedy}`);
  if (Buffer.byteLength(token.value) < 32) {
    throw new StartupError(`Setting BRIDGE_TOKEN must be at least 32 bytes: ${remedy}`);
  }
  if (!/^[\x21-\x7e]+$/.test(token.value)) {
    throw new StartupError(`Setting BRIDGE_TOKEN must be letters, digits and signs without spaces: ${remedy}`);
  }
  return token;
}
