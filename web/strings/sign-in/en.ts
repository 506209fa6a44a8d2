/** Signing in. */
export const signInStrings = {
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  signOut: 'Sign out',
  savingFirst: 'Saving your changes first…',
  username: 'Username',
  password: 'Password',
  code: 'Code',
  tookTooLong: 'Signing in took too long. Please enter your password again.',
  endedBefore: 'Your session ended before this was done.',
  unreachable: 'Can’t reach the server.',
  serverUntold:
    'You’re signed out in this browser, but the server doesn’t know yet. Keep this page open, or open it again later, to let it know.',
  sessionEnded: 'Your session has ended. Sign in to continue where you were.',
  demo: 'This is a demo. Try one of these accounts:',
  demoUser: 'Demo user',
  demoAdmin: 'Demo administrator',
};

/** The same strings in each language. */
export type SignInStrings = typeof signInStrings;
