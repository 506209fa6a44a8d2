// Requests about accounts, and what plugins answer.

export type Role = 'read' | 'write' | 'admin';

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
