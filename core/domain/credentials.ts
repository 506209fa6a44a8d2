import { isCommonPassword } from './common-passwords.ts';
import { DomainError } from './errors.ts';

export const usernameMaxLength = 64;
/** Characters. */
export const passwordMinLength = 8;
/** Bytes. bcrypt ignores all further bytes, so longer passwords are rejected. */
export const passwordMaxBytes = 72;

/** The normalised form in which a username is stored and looked up. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}

/**
 * Validates and normalises a new username.
 * @throws DomainError `bad_input`
 */
export function checkUsername(username: string): string {
  const normal = normalUsername(username);
  if (!/^[a-z0-9._-]{1,64}$/.test(normal)) {
    throw new DomainError(
      'bad_input',
      `username must be 1 to ${usernameMaxLength} of the characters a-z, 0-9, dot, underscore and hyphen.`,
      { problem: 'bad_username' },
    );
  }
  return normal;
}

/**
 * Checks the length of a new password.
 * @param field the name of the field in the request
 * @throws DomainError `bad_input`
 */
export function checkPasswordLength(password: string, field = 'password'): void {
  if (lengthOf(password) < passwordMinLength) {
    throw new DomainError('bad_input', `${field} must be at least ${passwordMinLength} characters long.`, {
      problem: 'password_too_short',
    });
  }
  if (Buffer.byteLength(password) > passwordMaxBytes) {
    throw new DomainError('bad_input', `${field} must be at most ${passwordMaxBytes} bytes long in UTF-8.`, {
      problem: 'password_too_long',
    });
  }
}

/** The number of user-perceived characters: a letter with its accent counts once, regardless of its encoding. */
const lengthOf = (password: string): number => Array.from(password.normalize('NFC')).length;

/** Characters. An attacker with the disk can guess without any limit. */
export const passphraseMinLength = 12;

/** Bytes of a passphrase; it is not hashed with bcrypt, so the limit is higher. */
export const passphraseMaxBytes = 1024;

/**
 * Validates the passphrase of an encrypted library: like a password, but longer.
 * @throws DomainError `bad_input`
 */
export function checkPassphrase(passphrase: string, field = 'passphrase'): void {
  if (lengthOf(passphrase) < passphraseMinLength) {
    throw new DomainError('bad_input', `${field} must be at least ${passphraseMinLength} characters long.`, {
      problem: 'passphrase_too_short',
    });
  }
  if (Buffer.byteLength(passphrase) > passphraseMaxBytes) {
    throw new DomainError('bad_input', `${field} must be at most ${passphraseMaxBytes} bytes long in UTF-8.`);
  }
  refuseCommon(passphrase, field);
}

/**
 * Validates a new password. Existing passwords are not checked.
 * @param field the name of the field in the request
 * @throws DomainError `bad_input`
 */
export function checkPassword(password: string, field = 'password'): void {
  checkPasswordLength(password, field);
  refuseCommon(password, field);
}

function refuseCommon(password: string, field: string): void {
  if (isCommonPassword(password)) {
    throw new DomainError(
      'bad_input',
      `${field} is one of the most common passwords, which are guessed first: choose another.`,
      { problem: 'common_password' },
    );
  }
}

/** @param subject the field, where there are several passwords */
export const wrongPassword = (subject = 'The password'): DomainError =>
  new DomainError('forbidden', `${subject} is wrong.`, { problem: 'wrong_password' });
