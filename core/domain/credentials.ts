import { DomainError } from './errors.ts';

export const usernameMaxLength = 64;
export const passwordMinLength = 8;
/** Bytes: bcrypt ignores what lies beyond, so that a longer password is refused and never cut. */
export const passwordMaxBytes = 72;

/** The form in which a username is stored and looked up. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}

/**
 * The stored form of a new username.
 * @throws DomainError `bad_input`
 */
export function checkUsername(username: string): string {
  const normal = normalUsername(username);
  if (!/^[a-z0-9._-]{1,64}$/.test(normal)) {
    throw new DomainError(
      'bad_input',
      `username must be 1 to ${usernameMaxLength} of the characters a-z, 0-9, dot, underscore and hyphen.`,
    );
  }
  return normal;
}

/**
 * @param field the name under which the password was sent
 * @throws DomainError `bad_input`
 */
export function checkPassword(password: string, field = 'password'): void {
  const bytes = Buffer.byteLength(password);
  if (bytes < passwordMinLength) {
    throw new DomainError('bad_input', `${field} must be at least ${passwordMinLength} bytes long.`);
  }
  if (bytes > passwordMaxBytes) {
    throw new DomainError('bad_input', `${field} must be at most ${passwordMaxBytes} bytes long.`);
  }
}
