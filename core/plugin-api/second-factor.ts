import type { Wording } from './wording.ts';

export interface SecondFactorStatus {
  readonly enabled: boolean;
  readonly recoveryCodesLeft: number;
}

/** What a challenge is made for. */
export interface BeginOptions {
  /** The address of the page that asks, as in `https://photos.example`. */
  readonly origin: string;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * A second step at login. Enrolment is the plugin's own business, through its own routes and pages. Several can be loaded; a
 * user may have enrolled in more than one, and any one of them is enough.
 */
export interface SecondFactor {
  /** What people choose it by, in a few words: "Authenticator app". Absent: the plugin's name. */
  readonly label?: Wording;
  /** The field for the code where there is no `prompt`. Absent: six digits, or a recovery code; any text with `begin`. */
  readonly codeField?: {
    /** Where the code is found. */
    readonly hint: Wording;
    /** A regular expression that whole codes match, as of the HTML attribute. */
    readonly pattern?: string;
  };
  /** A module of the plugin's pages that gets the code without anybody typing it: see `FactorPrompt`. */
  readonly prompt?: { readonly module: string };
  /** Where people enrol and see what they have: a folder of the plugin's pages, linked in the settings. */
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
   * Whether `code` (what was typed, or the prompt's answer; at most 16,384 characters) is right and unused; a right code is
   * used up by this call.
   * @throws SecondFactorLost when no code of the user's device can be checked any more
   */
  verify(userId: number, code: string): Promise<boolean>;
  /** Forgets the user's secret and recovery codes; for admins and the command line. */
  disable(userId: number): Promise<void>;
}

/** What the module of a `prompt` exports. The page of the sign-in calls it when the user pressed the button. */
export interface FactorPrompt {
  /**
   * @param challenge what `begin` answered; null without one
   * @returns the code for `verify`
   */
  answer(challenge: unknown, options: { readonly signal: AbortSignal }): Promise<string>;
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
