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

/** The own second factor. */
export interface TwoFactor {
  available: boolean;
  enabled: boolean;
  recovery_codes_left: number;
}

export interface TwoFactorEnrolment {
  /** Base32, for typing. */
  secret: string;
  otpauth_url: string;
  /** The address as a QR code. */
  qr_svg: string;
}

export interface TwoFactorConfirmed {
  enabled: true;
  recovery_codes: string[];
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
  /** The same, under another name. */
  '2fa_required': true;
  pending_token: string;
  expires_in: number;
}

/** A sign-in that waits for its code. */
export interface PendingLogin {
  pending: true;
  /** Seconds. */
  expires_in: number;
}

/** Of the first start. */
export interface SetupState {
  /** The first account is still to be made. */
  wanted: boolean;
}

export interface AuthLimits {
  access_ttl: number;
  refresh_ttl: number;
  two_factor_pending_ttl: number;
  password_min_length: number;
  username_max_length: number;
  login_attempts: number;
  login_window: number;
  demo: boolean;
}

/** Of several paths, without those that the caller cannot read. */
export interface Signatures {
  urls: (Signature & { path: string })[];
  /** Seconds that they live from now on. */
  ttl: number;
}

export interface Signature {
  sig: string;
  exp: number;
}
