/** What is said in place of the server's own sentence when it refuses. */
export const refusals = {
  tooManyAttempts: (minutes: number) =>
    `Too many failed attempts: try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  tooManyRequests: 'That was too much at once: try again in a moment.',
  wrongSignIn: 'The username or the password is wrong.',
  wrongCode: 'The code is wrong: type the one that the app shows now.',
  wrongCodeAtSignIn:
    'The code is wrong, or was used already. If the next one does not fit either, begin again with the password.',
  codesLost:
    'Codes of your app cannot be checked any more, since the secret of the server has changed: use a recovery code, or ask an administrator, or whoever runs the server (photofinch --disable-2fa <user name>), to switch your second factor off.',
  secondFactorAway:
    'Your second factor cannot be checked, since its plugin is not loaded: ask an administrator, or whoever runs the server, to load it again or to switch your second factor off (photofinch --disable-2fa <user name>). The log of the server names the plugin.',
  wrongPassword: 'The password is wrong.',
  wrongCurrentPassword: 'The current password is wrong.',
  badPassword:
    'The new password is too short, too long (72 characters at most, of which letters with accents count twice), or one that many people use, which is guessed first.',
  beginEnrolmentAnew: 'Setting up the second factor took too long, or was ended elsewhere: begin it anew.',
  secondFactorOn: 'The second factor is on already.',
  secondFactorOff: 'The second factor is off already.',
  badName: 'A name has 1 to 100 characters.',
  badTag: 'A tag has 1 to 64 characters, and a photo has at most 100 tags.',
  noSuchPhoto: 'There is no such photo. It may have been deleted in your photo store, or the link is mistyped.',
  noSuchPerson: 'This person is not there any more. They may have become one with somebody else.',
  noSuchMerge:
    'This cannot be undone any more: it is too long ago, undone already, or whom they became one with is gone.',
  mergedSince: 'One of the two was merged again since then: undo that first, under “Recent merges”.',
  noSuchFace: 'This face is not there any more. Its photo may have been read anew.',
  noSuchSession: 'This device is signed out already.',
  noSuchAccount: 'This account is not there any more.',
  notThere: 'This is not there any more.',
  notAllowed: 'Your role does not allow that. An administrator can change it.',
  lastAdmin: 'This is the last administrator: make somebody else one first.',
  ownAccount:
    'This is your own account: your current password is missing or wrong, or the code of your second factor is.',
  usernameTaken: 'This user name is taken: choose another.',
  badAccount:
    'A user name has 1 to 64 of the characters a to z, 0 to 9, dot, underscore and hyphen, a password at least 8 characters, and it is none that many people use.',
  pictureTooLarge: 'This picture is too large: at most 20 MiB and 100 megapixels.',
  notAPicture: 'This is no picture that can be searched by, or it is damaged. Choose a JPEG, PNG, WebP or HEIC.',
  pictureCutOff: 'The picture did not arrive whole: try again.',
  noFaceModels: 'No models for faces are installed. An administrator installs them.',
  noFaceFound: 'No face was found in the picture',
  noFaceFoundBody: 'Try one that shows it larger, or from the front.',
  notLookedThrough: 'No photo has been looked through for faces yet',
  notLookedThroughBody: 'Photos are looked through as they are read. Try again later.',
  busy: 'The server has its hands full just now: try again in a moment.',
  storeAway: 'The photo store cannot be reached just now: try again later.',
  storeSlow: 'The photo store took too long: try again later.',
  broken: 'The server met an error that nobody foresaw. Its log says more to an administrator.',
  status: (status: number) => `The server answered with status ${status}.`,
};
