/** The name of the remote in arguments of rclone: see rclone.ts. */
export const ownRemote = 'photofinch_copies';

/**
 * Names of secret values in connection strings and configurations of rclone. Each name is looked at once, from its beginning:
 * otherwise, a long word would take hours.
 */
const secretName = String.raw`(?<![\w.-])(?=[\w.-]*(?:pass|pwd|secret|token|key|auth|credential|cookie))[\w.-]+`;
/** A value: in quotes, with quotes in it doubled; the same, escaped within other quotes, as rclone shows it; or bare. */
const value = String.raw`\\"(?:(?!\\").|\\"\\")*(?:\\"|$)|"(?:[^"]|"")*(?:"|$)|'(?:[^']|'')*(?:'|$)|[^\s,;&"'\\]+`;
const assigned = new RegExp(String.raw`(${secretName}"?\s*(?:=|":)\s*)(${value})`, 'gis');
const scheme = /\b(basic|bearer)\s+[\w+/=.~-]{6,}/gi;
/** `me:secret@` in an address. */
const login = /:\/\/[^\s/@"\\]+@/g;

/** In characters. Shorter values are not searched for, because they occur in other words. */
const shortest = 4;

/**
 * The last line of rclone's error output, for people: without time, level and secrets.
 * @param remote as it was passed to rclone: a connection string may contain passwords
 */
export function sayPlainly(complaint: string, remote: string): string {
  const last = complaint.trim().split('\n').at(-1) ?? '';
  const message = last
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\s*/, '')
    .replace(/^(ERROR|CRITICAL|NOTICE)\s*:\s*/, '');
  return message ? `rclone says: ${withoutSecrets(message, remote)}` : 'rclone was ended';
}

function withoutSecrets(text: string, remote: string): string {
  const withoutRemote = hide(text, [remote, quoted(remote)].filter(isLong), 'the remote');
  return hide(
    withoutRemote,
    secretsIn(remote)
      .flatMap((secret) => [secret, quoted(secret)])
      .filter(isLong),
    '…',
  )
    .replace(assigned, '$1…')
    .replace(scheme, '$1 …')
    .replace(login, '://…@')
    .replaceAll(`"${ownRemote}:"`, 'the remote')
    .replaceAll(`${ownRemote}:`, '');
}

/** The secret values in a connection string. */
function secretsIn(remote: string): string[] {
  return [...remote.matchAll(assigned)].map(([, , secret = '']) => {
    const quote = /^["']/.exec(secret)?.[0];
    return quote ? secret.slice(1, secret.endsWith(quote) ? -1 : undefined).replaceAll(quote + quote, quote) : secret;
  });
}

/** Quotes a text like rclone does. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

const isLong = ({ length }: string): boolean => length >= shortest;

const hide = (text: string, hidden: readonly string[], replacement: string): string =>
  hidden.reduce((result, secret) => result.replaceAll(secret, replacement), text);
