import { roles } from '../../domain/roles.ts';
import { answer, extended, list, nullable, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, integer, text, word, yes } from './parts.ts';
import { offeredFactor } from './second-factors.ts';

/** Schemas of accounts, sessions and sign-ins in answers. */

export const user = answer({ id: integer, username: word, display_name: word, role: oneOf(...roles) });
export type User = Value<typeof user>;

/** An account as admins see it. */
export const account = extended(user, {
  disabled: boolean,
  two_factor_enabled: boolean,
  created_at: epochSeconds,
  last_login_at: nullable(epochSeconds),
});
export type AccountRow = Value<typeof account>;

export const accounts = answer({ users: list(account) });
export type Accounts = Value<typeof accounts>;

/** An account after a change by an admin. */
export const changedAccount = extended(account, {
  ended_links: count.description('The number of links with services and passkeys that ended with the old password.'),
});
export type ChangedAccount = Value<typeof changedAccount>;

export const ownSessions = answer({
  sessions: list(
    answer({
      id: word,
      client: nullable(text).description('The user agent at sign-in.'),
      created_at: epochSeconds,
      renewed_at: epochSeconds,
      expires_at: epochSeconds,
      current: boolean,
    }),
  ),
});
export type OwnSessions = Value<typeof ownSessions>;

const token = word.hex().length(64);

export const tokenPair = answer({
  access_token: token,
  refresh_token: token,
  expires_in: integer.description('Seconds.'),
  refresh_expires_in: integer.description('Seconds.'),
  user,
});
export type TokenPair = Value<typeof tokenPair>;

export const twoFactorRequired = answer({
  two_factor_required: yes,
  '2fa_required': yes.description('The same as `two_factor_required`.'),
  pending_token: word,
  expires_in: integer.description('Seconds.'),
  factors: list(offeredFactor).description('Any one of them is enough.'),
});
export type TwoFactorRequired = Value<typeof twoFactorRequired>;

/** A sign-in that waits for the code of its second step. */
export const pendingLogin = answer({
  pending: yes,
  expires_in: integer.description('Seconds.'),
  factors: list(offeredFactor),
});
export type PendingLogin = Value<typeof pendingLogin>;

/** The answer after the creation of the first account. */
export const firstSession = extended(tokenPair, {
  recovery_key: optional(word.description('The recovery key, if the library was encrypted. It is shown this once.')),
});
export type FirstSession = Value<typeof firstSession>;

/** State of the first start. */
export const setupState = answer({ wanted: boolean });
export type SetupState = Value<typeof setupState>;

/** A button that begins a sign-in with an external service. */
const signInButton = answer({
  plugin: word,
  label: answer({ en: text, de: text, fr: text }),
  start: word.description('The address to which the browser has to go.'),
});
export type SignInButton = Value<typeof signInButton>;

export const authLimits = answer({
  access_ttl: integer,
  refresh_ttl: integer,
  two_factor_pending_ttl: integer,
  password_min_length: integer,
  passphrase_min_length: integer,
  username_max_length: integer,
  login_attempts: integer,
  login_window: integer,
  demo: boolean,
  sign_ins: list(signInButton),
});
export type AuthLimits = Value<typeof authLimits>;

/** A link of an account with an external service, or a passkey, with which it can be used without its password. */
export const accountLink = answer({
  id: integer,
  plugin: word,
  name: text,
  created_at: epochSeconds,
  last_used_at: nullable(epochSeconds),
});
export type AccountLink = Value<typeof accountLink>;

/** The services with which the caller's account can be linked, and its links. */
export const ownLinks = answer({ ways: list(signInButton), links: list(accountLink), api_keys: boolean });
export type OwnLinks = Value<typeof ownLinks>;

/** For admins. */
export const accountLinks = answer({ links: list(accountLink) });
export type AccountLinks = Value<typeof accountLinks>;

export const linkStart = answer({ start: word });
export type LinkStart = Value<typeof linkStart>;

const signatureFields = { sig: word, exp: integer.description('Epoch seconds.') };

export const signature = answer(signatureFields);
export type Signature = Value<typeof signature>;

/** Without the paths that the caller may not read. */
export const signatures = answer({
  urls: list(answer({ path: word, ...signatureFields })),
  ttl: integer.description('The remaining lifetime of the signatures in seconds.'),
});
export type Signatures = Value<typeof signatures>;
