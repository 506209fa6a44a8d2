import type { ErrorName } from '../../../core/http/wire.ts';
import type { AdminRefusal } from '../admin/en.ts';
import type { AlbumRefusal } from '../albums/en.ts';
import type { EncryptionRefusal } from '../encryption/en.ts';
import type { SettingsRefusal } from '../settings/en.ts';
import type { TripRefusal } from '../trips/en.ts';

/** An error response, without its name. */
export interface Refusal {
  /** The server's own message. */
  readonly detail: string;
  /** Seconds after which a retry makes sense, if the server says so. */
  readonly retryAfter: number | null;
}

/** All errors except those that only occur on some pages, which have their own strings. */
type NamedHere = Exclude<ErrorName, AdminRefusal | AlbumRefusal | EncryptionRefusal | SettingsRefusal | TripRefusal>;

export type Sentence = string | ((refusal: Refusal) => string);

const busy = 'The server is busy. Try again in a moment.';
const storeAway = 'Can’t reach the photo store right now. Try again later.';

/** Messages that replace the server's own. */
export const refusals = {
  kinds: {
    bad_input: ({ detail }) => detail,
    unauthenticated: 'Sign in first.',
    forbidden: 'This isn’t allowed from here. Reload the page.',
    not_found: 'This no longer exists.',
    conflict: ({ detail }) => detail,
    too_large: 'That’s too large to send.',
    not_an_image: 'This kind of file isn’t accepted here.',
    bad_range: 'The photo has no such part.',
    too_many_attempts: ({ retryAfter }) => {
      if (retryAfter === null) return 'That was too much at once. Try again in a moment.';
      const minutes = Math.ceil(retryAfter / 60);
      return `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    },
    source_answered_wrongly: storeAway,
    source_unavailable: storeAway,
    source_timeout: 'The photo store took too long. Try again later.',
    // Temporary errors have `retryAfter`.
    not_ready: ({ detail, retryAfter }) => (retryAfter === null ? detail : busy),
    too_slow: 'Your connection was too slow. Try again.',
    unforeseen: 'Something went wrong on the server. Administrators find more in its log.',

    wrong_sign_in: 'The username or password is wrong.',
    wrong_code: 'The code is wrong or was already used. Enter the one your app shows now.',
    sign_in_over: 'Signing in took too long or was cancelled. Start again with your password.',
    second_factor_missing:
      'Two-step sign-in can’t check your code: its plugin isn’t loaded. Ask an administrator to load it, or to turn two-step sign-in off for you (photofinch --disable-2fa <username>). The server’s log names the plugin.',
    codes_lost:
      'The server’s secret has changed, so the codes from your app no longer work. Use a recovery code, or ask an administrator to turn two-step sign-in off for you (photofinch --disable-2fa <username>).',
    second_factor_silent:
      'The plugin for this second step doesn’t answer. Try again later, or use another way if you have one.',
    no_such_factor: 'You no longer use this second step. Start again with your password.',
    link_spent:
      'This link or code doesn’t work: it was already used, is too old or has a typo. Sign in with your password, or start “photofinch open” again for a new link.',
    not_linked: 'That account isn’t linked to one here yet. Sign in with your password, then link it in the settings.',
    linked_elsewhere: 'That account is already linked to somebody else here.',
    account_disabled: 'Your account is locked. Ask an administrator to unlock it.',
    setup_over: 'This library already has its first account. Sign in.',
    bad_time_zone: 'This isn’t a time zone. Try something like Europe/Berlin.',
    wrong_password: 'The current password is wrong.',
    password_needed: 'Enter your current password, and a code if you use two-step sign-in.',
    password_too_short: 'Use at least 8 characters for the password.',
    password_too_long: 'Use at most 72 characters for the password. Letters with accents count twice.',
    common_password: 'Many people use this password, so it’s easy to guess. Choose another one.',
    role_too_low: 'Your role doesn’t allow this. An administrator can change it.',

    bad_username: 'A username has 1 to 64 characters: a to z, 0 to 9, dot, underscore and hyphen.',
    username_taken: 'This username is taken. Choose another one.',

    bad_name: 'A name has 1 to 100 characters.',
    bad_capture_time: 'That date can’t be right. Choose one between 1826 and today.',
    bad_tag: 'A tag has 1 to 64 characters.',
    too_many_tags: 'A photo can have up to 100 tags.',
    no_such_photo: 'Photo not found. It may have been deleted from your photo store. Or check the link.',
    no_such_person: 'This person no longer exists. They may have been merged with someone else.',
    no_such_face: 'This face no longer exists. Its photo may have been read again.',
    no_such_album: 'This album no longer exists.',
    no_such_folder: 'This folder no longer exists, or it has no photos.',
    store_album: 'This album belongs to your photo store. Change it there.',
    smart_album: 'This album finds its photos automatically. Change what it looks for instead.',
    no_such_merge:
      'You can’t undo this any more: it was too long ago, it’s already undone, or the other person no longer exists.',
    merged_since: 'One of the two was merged again since. Undo that first, under “Recent merges”.',
    same_person: 'These are the same person already.',
    name_changed: 'This person’s name has been changed since. That change stays.',
    name_held: 'Someone else has the earlier name now. The new name stays.',
    too_many_downloads: 'Too many downloads are running. Try again when one has finished.',
    download_link_spent: 'This download link has expired. Start the download again.',
    no_such_step: 'There is nothing to undo any more.',
    no_such_stack: 'This stack no longer exists.',
    stack_changed: 'The stack has changed since. Undo that first.',
    bad_stack: 'These photos don’t make a stack. Choose at least two.',

    no_ffmpeg: 'This video can’t be converted: ffmpeg isn’t installed on the server. An administrator can install it.',
    broken_video: 'This video is damaged, or of a kind that can’t be converted. Download the original.',

    sharing_off: 'Sharing by links is turned off. An administrator can turn it on.',
    no_such_share: 'This link no longer exists.',
    no_download: 'This link is for viewing only.',

    not_a_picture: 'This isn’t a picture, or it’s damaged. Choose a JPEG, PNG, WebP or HEIC.',
    picture_too_large: 'This picture is too large. The limit is 20 MiB and 100 megapixels.',
    upload_cut_off: 'The picture didn’t arrive completely. Try again.',
    no_face_models: 'No models for faces are installed. An administrator can install them.',
  } satisfies Record<NamedHere, Sentence> as Readonly<Record<NamedHere, Sentence>>,
  noFaceFound: 'No face found in this picture',
  noFaceFoundBody: 'Try one with a larger face, seen from the front.',
  notLookedThrough: 'No photos have been searched for faces yet',
  notLookedThroughBody: 'This happens while your photos are read. Try again later.',
  status: (status: number) => `The server answered with status ${status}.`,
};
