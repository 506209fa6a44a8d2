import type { SignInSubject } from 'photofinch/plugin-api';

/** The provider's claims about a user. */
export type Claims = Readonly<Record<string, unknown>>;

/** The account for a user without one; undefined for users who do not get one. */
export type Newcomers = (claims: Claims) => SignInSubject['create'];

/**
 * The rules for creating accounts at the first sign-in: for members of a group, or for users with a verified e-mail address
 * of a domain.
 * @throws Error for options that contradict each other
 */
export function newcomerRules(options: Readonly<Record<string, string | undefined>>): Newcomers {
  const role = options['OIDC_NEW_ACCOUNTS'];
  const groups = listOf(options['OIDC_ALLOWED_GROUPS']);
  const domains = listOf(options['OIDC_ALLOWED_DOMAINS']).map((domain) => domain.toLowerCase());
  const groupsClaim = options['OIDC_GROUPS_CLAIM'] ?? 'groups';
  if (role === undefined) return () => undefined;
  if (role !== 'read' && role !== 'write') throw new Error('OIDC_NEW_ACCOUNTS must be read or write');
  if (groups.length === 0 && domains.length === 0) {
    throw new Error(
      'OIDC_NEW_ACCOUNTS needs OIDC_ALLOWED_GROUPS or OIDC_ALLOWED_DOMAINS, or anybody would get an account',
    );
  }
  return (claims) => {
    const isMember = [claims[groupsClaim]].flat().some((group) => groups.includes(String(group)));
    if (!isMember && !domains.includes(domainOf(claims))) return undefined;
    const displayName = textOf(claims['name']);
    return { username: usernameOf(claims), role, ...(displayName && { displayName }) };
  };
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** A claim as a text to be shown or made a name of. */
export const textOf = (claim: unknown): string =>
  typeof claim === 'string'
    ? claim
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 200)
    : '';

/**
 * The domain of an e-mail address that the provider has verified; anybody can claim another address. Read from the whole
 * address: a shortened one could end with another domain.
 */
function domainOf({ email, email_verified: isVerified }: Claims): string {
  if (isVerified !== true || typeof email !== 'string') return '';
  return (/@([^@]+)$/.exec(email.trim())?.[1] ?? '').toLowerCase();
}

/** A username with the allowed characters only. */
function usernameOf(claims: Claims): string {
  const [name = ''] = (textOf(claims['preferred_username']) || textOf(claims['email']) || textOf(claims['name'])).split(
    '@',
  );
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^a-z0-9._-]/g, '');
  return plain.length >= 2 ? plain.slice(0, 60) : 'newcomer';
}
