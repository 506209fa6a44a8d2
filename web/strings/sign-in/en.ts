/** What is said to somebody who signs in, or makes the first account. */
export const signInStrings = {
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  signOut: 'Sign out',
  username: 'Username',
  password: 'Password',
  signingInAs: (username: string) => `Signing in as ${username}`,
  code: 'Code',
  codeHint: 'Enter the six digits shown in your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Enter one of the recovery codes you saved. Each one works once.',
  useRecoveryCode: 'Use a recovery code instead',
  useAppCode: 'Use the app’s code instead',
  startOver: 'Back to the password',
  tookTooLong: 'Signing in took too long. Please enter your password again.',
  firstStart: {
    title: 'Welcome',
    intro: 'Create your account. You can add your family later.',
    language: 'Language',
    code: 'Code',
    codeHint: 'The terminal where you started Photofinch shows a link: open it, or paste it here.',
    name: 'Your name',
    usernameHint: 'You sign in with it. Allowed: a to z, 0 to 9, dot, underscore and hyphen.',
    passwordHint: (least: string) => `At least ${least} characters. Several words are easier to remember.`,
    timeZone: 'Time zone',
    timeZoneHint: 'For photos without a location.',
    make: 'Create account',
    making: 'Creating your account…',
    reading: (done: string, total: string) => `Reading your library: ${done} of ${total}`,
  },
  endedBefore: 'Your session ended before this was done.',
  unreachable: 'Can’t reach the server.',
  serverUntold:
    'You’re signed out in this browser, but the server doesn’t know yet. Keep this page open, or open it again later, to let it know.',
  sessionEnded: 'Your session has ended. Sign in to continue where you were.',
  demo: 'This is a demo. Try one of these accounts:',
  demoUser: 'Demo user',
  demoAdmin: 'Demo administrator',
};

/** What every language has to say then. */
export type SignInStrings = typeof signInStrings;
