import type { Wording } from './wording.ts';

export interface SecondFactorStatus {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** The context of a challenge. */
export interface BeginOptions {
  /** The origin of the page, such as `https://photos.example`. */
  readonly origin: string;
  /** Aborted when the challenge is no longer needed. */
  readonly signal: AbortSignal;
}

/**
 * A second step at sign-in. People enrol through the plugin's own routes and pages. Several plugins can provide one each; a
 * user may be enrolled in more than one, and a code of any one is enough.
 */
export interface SecondFactor {
  /** The name shown to people, in a few words: "Authenticator app". Absent: the plugin's name. */
  readonly label?: Wording;
  /** The field for the code if there is no `prompt`. Absent: six digits, or a recovery code; any text with `begin`. */
  readonly codeField?: {
    /** Where the code is found. */
    readonly hint: Wording;
    /** A regular expression for complete codes, as in the HTML attribute. */
    readonly pattern?: string;
  };
  /** A module of the plugin's pages that gets the code, so that it is not typed: see `FactorPrompt`. */
  readonly prompt?: { readonly module: string };
  /** The page where people enrol: a folder of the plugin's pages, linked in the settings. */
  readonly enrolment?: { readonly page: string; readonly label: Wording };
  /** Whether this user must give a code after the password. */
  isEnabled(userId: number): Promise<boolean>;
  status(userId: number): Promise<SecondFactorStatus>;
  /**
   * Called before the code is requested, and when the user requests another one: makes a challenge, sends a message, or the
   * like. The password was correct. The number of calls per user is limited.
   * @returns JSON of at most 64 KiB for the prompt
   */
  begin?(userId: number, options: BeginOptions): Promise<unknown>;
  /**
   * Whether `code` (as typed, or the prompt's result; at most 16,384 characters) is correct and unused. This call uses up a
   * correct code.
   * @throws SecondFactorLost if no code of the user's device can be checked any more
   */
  verify(userId: number, code: string): Promise<boolean>;
  /** Deletes the user's secret and recovery codes; for admins and the command line. */
  disable(userId: number): Promise<void>;
}

/** The export of a `prompt`'s module. The sign-in page calls it when the user presses the button. */
export interface FactorPrompt {
  /**
   * @param challenge the result of `begin`; null for a factor without challenges
   * @returns the code for `verify`
   */
  answer(challenge: unknown, options: { readonly signal: AbortSignal }): Promise<string>;
}

/**
 * Codes of the user's device cannot be checked any more, because the server's secret has changed. The message is for that
 * user, who may be the only admin.
 */
export class SecondFactorLost extends Error {
  override readonly name = 'SecondFactorLost';

  constructor() {
    super(
      'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an admin, or whoever runs the server (photofinch --disable-2fa <username>), to switch your second factor off.',
    );
  }
}
