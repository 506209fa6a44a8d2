export interface SecondFactorStatus {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** A second step at login. Enrolment is the plugin's own business, through its own routes. */
export interface SecondFactor {
  /** Whether this user must give a code after the password. */
  isEnabled(userId: number): Promise<boolean>;
  status(userId: number): Promise<SecondFactorStatus>;
  /**
   * Whether `code` (six digits, or a recovery code) is right and unused; a right code is used up by this call.
   * @throws SecondFactorLost when no code of the user's device can be checked any more
   */
  verify(userId: number, code: string): Promise<boolean>;
  /** Forgets the user's secret and recovery codes; for admins and the command line. */
  disable(userId: number): Promise<void>;
}

/**
 * What the user's device has cannot be checked any more, since the server's own secret is another one now. The message is
 * for that user: a lone admin has nobody to ask.
 */
export class SecondFactorLost extends Error {
  override readonly name = 'SecondFactorLost';

  constructor() {
    super(
      'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an admin, or whoever runs the server (photofinch --disable-2fa <username>), to switch your second factor off.',
    );
  }
}
