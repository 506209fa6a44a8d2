import type { Wording } from './wording.ts';

export interface SecondFactorStatus {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** For whom and where a challenge is made. */
export interface BeginOptions {
  /** The origin of the page that asks, such as `https://photos.example`. */
  readonly origin: string;
  /** Aborted when nobody waits for the challenge any more. */
  readonly signal: AbortSignal;
}

/**
 * A second step at sign-in. People enrol through the plugin's own routes and pages. Several plugins can provide one each; a user
 * may be enrolled in more than one, and a code of any one is enough.
 */
export interface SecondFactor {
  /** The name by which people choose it, in a few words: "Authenticator app". Absent: the plugin's name. */
  readonly label?: Wording;
  /** The field for the code where there is no `prompt`. Absent: six digits, or a recovery code; any text with `begin`. */
  readonly codeField?: {
    /** Where the code is found. */
    readonly hint: Wording;
    /** A regular expression that whole codes match, as of the HTML attribute. */
    readonly pattern?: string;
  };
  /** A module of the plugin's pages that gets the code, so that nobody types it: see `FactorPrompt`. */
  readonly prompt?: { readonly module: string };
  /** The page where people enrol: a folder of the plugin's pages, linked in the settings. */
  readonly enrolment?: { readonly page: string; readonly label: Wording };
  /** Whether this user must give a code after the password. */
  isEnabled(userId: number): Promise<boolean>;
  status(userId: number): Promise<SecondFactorStatus>;
  /**
   * Called before the code is asked for, and when the user asks for it again: makes a challenge, sends a message, or the like.
   * The password was right. The number of calls for one user is bounded.
   * @returns JSON of at most 64 KiB for the prompt
   */
  begin?(userId: number, options: BeginOptions): Promise<unknown>;
  /**
   * Whether `code` (as it was typed, or the prompt's answer; at most 16,384 characters) is right and unused. A right code is
   * used up by this call.
   * @throws SecondFactorLost when no code of the user's device can be checked any more
   */
  verify(userId: number, code: string): Promise<boolean>;
  /** Forgets the user's secret and recovery codes; for admins and the command line. */
  disable(userId: number): Promise<void>;
}

/** The export of a `prompt`'s module. The sign-in page calls it when the user presses the button. */
export interface FactorPrompt {
  /**
   * @param challenge the answer of `begin`; null for a factor without challenges
   * @returns the code for `verify`
   */
  answer(challenge: unknown, options: { readonly signal: AbortSignal }): Promise<string>;
}

/**
 * Codes of the user's device cannot be checked any more, since the server's secret has changed. The message is for that user,
 * who may be the only admin.
 */
export class SecondFactorLost extends Error {
  override readonly name = 'SecondFactorLost';

  constructor() {
    super(
      'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an admin, or whoever runs the server (photofinch --disable-2fa <username>), to switch your second factor off.',
    );
  }
}
