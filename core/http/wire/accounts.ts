// Roles, and what plugins answer about accounts.

export type Role = 'read' | 'write' | 'admin';

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
