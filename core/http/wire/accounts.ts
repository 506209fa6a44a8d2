// Accounts, signing in, sessions and second factors.

export type Role = 'read' | 'write' | 'admin';

export interface User {
  id: number;
  username: string;
  display_name: string;
  role: Role;
}

/** An account as admins see it. */
export interface AccountRow extends User {
  disabled: boolean;
  two_factor_enabled: boolean;
  created_at: number;
  last_login_at: number | null;
}

export interface Accounts {
  users: AccountRow[];
}

/** An account after a change by an admin. */
export interface ChangedAccount extends AccountRow {
  /** The number of links with services and passkeys that were removed together with the old password. */
  ended_links: number;
}

export interface OwnSessions {
  sessions: {
    id: string;
    client: string | null;
    created_at: number;
    renewed_at: number;
    expires_at: number;
    current: boolean;
  }[];
}

/** Proof beside the access token, for changes that need more than a session. */
export interface OwnProof {
  current_password?: string;
  code?: string;
  /** The plugin of the second factor that made the code. */
  factor?: string;
}

/** The caller's own second factor. */
export interface TwoFactor {
  available: boolean;
  enabled: boolean;
  recovery_codes_left: number;
}

export interface TwoFactorEnrolment {
  /** Base32, for manual input. */
  secret: string;
  otpauth_url: string;
  /** The URL as a QR code. */
  qr_svg: string;
}

export interface TwoFactorConfirmed {
  enabled: true;
  recovery_codes: string[];
}

/** A plugin's text by language; a plain string is for all languages. */
export type Wording = string | { en: string; de?: string; fr?: string };

/** A second factor that a user can choose. */
export interface OfferedFactor {
  plugin: string;
  label: Wording;
  /** Whether it makes a challenge, which must be requested before the code. */
  challenges: boolean;
  /** The URL of the module that gets the code; null if the user types it. */
  prompt: string | null;
  /** The input field for the code; null for six digits or a recovery code. */
  code_field: { hint: Wording; pattern: string | null } | null;
}

/** All second factors of the server, with the signed-in user's enrolment. */
export interface OwnFactors {
  factors: (OfferedFactor & {
    enabled: boolean;
    /** The page on which users enrol; null if the plugin has none. */
    enrolment: { page: string; label: Wording } | null;
  })[];
}

/** Challenge of a second factor, for its prompt. */
export interface FactorChallenge {
  challenge: unknown;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  refresh_expires_in: number;
  user: User;
}

export interface TwoFactorRequired {
  two_factor_required: true;
  /** The same under another name. */
  '2fa_required': true;
  pending_token: string;
  expires_in: number;
  /** Any one of them is enough. */
  factors: OfferedFactor[];
}

/** A sign-in that waits for the code of its second step. */
export interface PendingLogin {
  pending: true;
  /** Seconds. */
  expires_in: number;
  factors: OfferedFactor[];
}

/** The answer after the creation of the first account. */
export interface FirstSession extends TokenPair {
  /** The recovery key of a library that is being encrypted. */
  recovery_key?: string;
}

/** State of the first start. */
export interface SetupState {
  /** Whether the first account does not exist yet. */
  wanted: boolean;
}

export interface AuthLimits {
  access_ttl: number;
  refresh_ttl: number;
  two_factor_pending_ttl: number;
  password_min_length: number;
  /** Minimum length of a passphrase for an encrypted library. */
  passphrase_min_length: number;
  username_max_length: number;
  login_attempts: number;
  login_window: number;
  demo: boolean;
  /** External services with which users can sign in, besides the password. */
  sign_ins: SignInButton[];
}

export interface SignInButton {
  plugin: string;
  label: { en: string; de: string; fr: string };
  /** The URL that the browser opens. */
  start: string;
}

/** A link of an account with an external service, or a passkey. */
export interface AccountLink {
  id: number;
  plugin: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** The services with which the caller's account can be linked, and its links. */
export interface OwnLinks {
  ways: SignInButton[];
  links: AccountLink[];
  api_keys: boolean;
}

/** Links with which an account can be used without its password; for admins. */
export interface AccountLinks {
  links: AccountLink[];
}

export interface LinkStart {
  start: string;
}

/** Signatures of several paths, without those that the caller may not read. */
export interface Signatures {
  urls: (Signature & { path: string })[];
  /** Seconds until they expire. */
  ttl: number;
}

export interface Signature {
  sig: string;
  exp: number;
}
