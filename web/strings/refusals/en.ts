import type { ErrorName } from '../../../core/http/wire.ts';

/** What the server told of its refusal, beside the name of it. */
export interface Refusal {
  /** The server's own sentence. */
  readonly detail: string;
  /** Seconds after which it may be tried again, where the server says so. */
  readonly retryAfter: number | null;
}

export type Sentence = string | ((refusal: Refusal) => string);

const busy = 'The server has its hands full just now: try again in a moment.';
const storeAway = 'The photo store cannot be reached just now: try again later.';

/** What is said in place of the server's own sentence when it refuses. */
export const refusals = {
  kinds: {
    bad_input: ({ detail }) => detail,
    unauthenticated: 'Sign in first.',
    forbidden: 'That is not allowed from here: load the page again.',
    not_found: 'This is not there any more.',
    conflict: ({ detail }) => detail,
    too_large: 'What was sent is too large.',
    not_an_image: 'What was sent is of a kind that is not taken here.',
    bad_range: 'The photo has no such part.',
    too_many_attempts: ({ retryAfter }) => {
      if (retryAfter === null) return 'That was too much at once: try again in a moment.';
      const minutes = Math.ceil(retryAfter / 60);
      return `Too many failed attempts: try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    },
    source_answered_wrongly: storeAway,
    source_unavailable: storeAway,
    source_timeout: 'The photo store took too long: try again later.',
    // What passes by itself says when.
    not_ready: ({ detail, retryAfter }) => (retryAfter === null ? detail : busy),
    too_slow: 'The request arrived too slowly: try again.',
    unforeseen: 'The server met an error that nobody foresaw. Its log says more to an administrator.',

    wrong_sign_in: 'The username or the password is wrong.',
    wrong_code: 'The code is wrong, or was used already: type the one that the app shows now.',
    sign_in_over: 'The sign-in took too long, or was ended: begin again with the password.',
    second_factor_missing:
      'Your second factor cannot be checked, since its plugin is not loaded: ask an administrator, or whoever runs the server, to load it again or to switch your second factor off (photofinch --disable-2fa <user name>). The log of the server names the plugin.',
    codes_lost:
      'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an administrator, or whoever runs the server (photofinch --disable-2fa <user name>), to switch your second factor off.',
    link_spent:
      'This link or code does not count: it was used already, is too old, or is mistyped. Sign in with your password, or start “photofinch open” again for a new link.',
    setup_over: 'This library has its first account already: sign in.',
    enrolment_over: 'Setting up the second factor took too long, or was ended elsewhere: begin it anew.',
    second_factor_on: 'The second factor is on already.',
    second_factor_off: 'The second factor is off already.',
    wrong_password: 'The current password is wrong.',
    password_needed:
      'This is your own account: type your current password, and the code of your second factor if it is on.',
    password_too_short: 'A password has at least 8 characters.',
    password_too_long: 'A password has at most 72 characters, of which letters with accents count twice.',
    common_password: 'Many people use this password, so it is guessed first: choose another.',
    role_too_low: 'Your role does not allow that. An administrator can change it.',
    no_such_session: 'This device is signed out already.',

    bad_username: 'A user name has 1 to 64 of the characters a to z, 0 to 9, dot, underscore and hyphen.',
    username_taken: 'This user name is taken: choose another.',
    last_admin: 'This is the last administrator: make somebody else one first.',
    no_such_account: 'This account is not there any more.',

    bad_name: 'A name has 1 to 100 characters.',
    bad_tag: 'A tag has 1 to 64 characters.',
    too_many_tags: 'A photo has at most 100 tags.',
    no_such_photo: 'There is no such photo. It may have been deleted in your photo store, or the link is mistyped.',
    no_such_person: 'This person is not there any more. They may have become one with somebody else.',
    no_such_face: 'This face is not there any more. Its photo may have been read anew.',
    no_such_album: 'This album is not there any more.',
    no_such_merge:
      'This cannot be undone any more: it is too long ago, undone already, or whom they became one with is gone.',
    merged_since: 'One of the two was merged again since then: undo that first, under “Recent merges”.',

    not_a_picture: 'This is no picture that can be searched by, or it is damaged. Choose a JPEG, PNG, WebP or HEIC.',
    picture_too_large: 'This picture is too large: at most 20 MiB and 100 megapixels.',
    upload_cut_off: 'The picture did not arrive whole: try again.',
    no_face_models: 'No models for faces are installed. An administrator installs them.',
  } satisfies Record<ErrorName, Sentence> as Readonly<Record<ErrorName, Sentence>>,
  noFaceFound: 'No face was found in the picture',
  noFaceFoundBody: 'Try one that shows it larger, or from the front.',
  notLookedThrough: 'No photo has been looked through for faces yet',
  notLookedThroughBody: 'Photos are looked through as they are read. Try again later.',
  status: (status: number) => `The server answered with status ${status}.`,
};
