/** What rclone calls the remote here: see rclone.ts. */
export const ownRemote = 'photofinch_copies';

/** Names of what is secret, in connection strings and configurations of rclone. */
const secretName = String.raw`[\w.-]*(?:pass|pwd|secret|token|key|auth|credential|cookie)[\w.-]*`;
/** A value: in quotes, which are doubled within it; the same once more in quotes, as rclone shows a connection string; or bare. */
const value = String.raw`\\"(?:(?!\\").|\\"\\")*(?:\\"|$)|"(?:[^"]|"")*(?:"|$)|'(?:[^']|'')*(?:'|$)|[^\s,;&"'\\]+`;
const assigned = new RegExp(String.raw`\b(${secretName}"?\s*(?:=|":)\s*)(${value})`, 'gis');
const scheme = /\b(basic|bearer)\s+[\w+/=.~-]{6,}/gi;
/** `me:secret@` in an address. */
const login = /:\/\/[^\s/@"\\]+@/g;

/** Shorter values stand for nothing that could be found by chance. */
const shortest = 4;

/**
 * The last thing that rclone said, as a sentence for people: without the time, its levels, and whatever is secret.
 * @param remote as it was given to rclone: a connection string may hold passwords
 */
export function sayPlainly(complaint: string, remote: string): string {
  const last = complaint.trim().split('\n').at(-1) ?? '';
  const said = last.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\s*/, '').replace(/^(ERROR|CRITICAL|NOTICE)\s*:\s*/, '');
  return said ? `rclone says: ${withoutSecrets(said, remote)}` : 'rclone was ended';
}

function withoutSecrets(text: string, remote: string): string {
  const named = hide(text, [remote, quoted(remote)].filter(isLong), 'the remote');
  return hide(
    named,
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

/** The values that a connection string has for what is secret. */
function secretsIn(remote: string): string[] {
  return [...remote.matchAll(assigned)].map(([, , given = '']) => {
    const quote = /^["']/.exec(given)?.[0];
    return quote ? given.slice(1, given.endsWith(quote) ? -1 : undefined).replaceAll(quote + quote, quote) : given;
  });
}

/** As rclone writes it between quotes. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

const isLong = ({ length }: string): boolean => length >= shortest;

const hide = (text: string, hidden: readonly string[], shown: string): string =>
  hidden.reduce((rest, one) => rest.replaceAll(one, shown), text);
