/** The kinds of errors of requests, a closed set. Only `http/pipeline/errors.ts` maps them to status codes. */
export type ErrorKind =
  | 'bad_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'not_an_image'
  | 'bad_range'
  | 'too_many_attempts'
  | 'source_answered_wrongly'
  | 'source_unavailable'
  | 'source_timeout'
  | 'not_ready';

/**
 * Names of errors that clients may want to translate, a closed set. The kind determines the status, the problem the
 * sentence.
 */
export const problems = [
  // Sign-in, and one's own account.
  ...(['wrong_sign_in', 'wrong_code', 'sign_in_over', 'second_factor_missing', 'codes_lost'] as const),
  ...(['link_spent', 'setup_over', 'not_linked', 'linked_elsewhere', 'account_disabled'] as const),
  ...(['second_factor_silent', 'no_such_factor'] as const),
  ...(['enrolment_over', 'second_factor_on', 'second_factor_off'] as const),
  ...(['bad_time_zone'] as const),
  ...(['wrong_password', 'password_needed', 'password_too_short', 'password_too_long', 'common_password'] as const),
  ...(['role_too_low', 'token_scope', 'no_such_session'] as const),
  // Other accounts.
  ...(['bad_username', 'username_taken', 'last_admin', 'no_such_account'] as const),
  // The keys of an encrypted library.
  ...(['library_locked', 'wrong_unlock_key', 'already_encrypted', 'not_encrypted'] as const),
  ...(['last_key', 'too_many_keys', 'no_such_key', 'passphrase_too_short'] as const),
  ...(['keyring_changed', 'keyring_missing', 'keyring_damaged'] as const),
  // The library.
  ...(['bad_name', 'bad_tag', 'too_many_tags', 'bad_capture_time'] as const),
  ...([
    'no_such_photo',
    'no_such_person',
    'no_such_face',
    'no_such_album',
    'no_such_folder',
    'no_such_merge',
    'merged_since',
  ] as const),
  ...(['store_album', 'smart_album', 'chosen_album', 'kept_album', 'kept_from_readers', 'bad_rule'] as const),
  ...(['same_person', 'name_changed', 'name_held', 'loss_settled', 'loss_changed'] as const),
  ...(['too_many_downloads', 'download_link_spent'] as const),
  ...(['no_such_trip', 'no_such_step', 'trip_between', 'trip_changed', 'bad_trip_days'] as const),
  ...(['no_such_stack', 'stack_changed', 'bad_stack'] as const),
  // Videos.
  ...(['no_ffmpeg', 'broken_video'] as const),
  // Share links.
  ...(['sharing_off', 'no_such_share', 'no_download'] as const),
  // Pictures used as a search query.
  ...(['not_a_picture', 'picture_too_large', 'upload_cut_off', 'no_face_models'] as const),
] as const;

export type Problem = (typeof problems)[number];

interface Facts {
  readonly problem?: Problem | undefined;
  /** Seconds after which a retry makes sense; for `too_many_attempts`, `source_unavailable`, `not_ready`, and renewals. */
  readonly retryAfter?: number | undefined;
  /** The photo's length in bytes; only with `bad_range`. */
  readonly totalLength?: number | undefined;
  readonly cause?: unknown;
}

/** An error that users can do something about: `message` is one sentence, which is sent to the client. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly problem: Problem | undefined;
  readonly retryAfter: number | undefined;
  readonly totalLength: number | undefined;

  constructor(kind: ErrorKind, message: string, { problem, retryAfter, totalLength, cause }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.problem = problem;
    this.retryAfter = retryAfter;
    this.totalLength = totalLength;
  }
}

/** An error that stops the start of the program; `message` contains the remedy. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly problem: Problem | undefined;

  constructor(message: string, { problem, cause }: Pick<Facts, 'problem' | 'cause'> = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}
