/** The second step of signing in. */
export const secondStep = {
  signingInAs: (username: string) => `Signing in as ${username}`,
  codeHint: 'Enter the six digits shown in your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Enter one of the recovery codes you saved. Each one works once.',
  useRecoveryCode: 'Use a recovery code instead',
  useAppCode: 'Use the app’s code instead',
  useFactor: (factor: string) => `Continue with ${factor}`,
  useOtherFactor: (factor: string) => `Use instead: ${factor}`,
  promptHint: 'Your browser will ask for it.',
  promptFailed: 'It didn’t work: it was cancelled or took too long. Try again.',
  askAgain: 'Send or show it again',
  ownFactor: 'Second step',
  ownCode: 'Code for two-step sign-in',
  ownCodeHint: 'Six digits from your app, or a recovery code.',
  ownPrompt: (factor: string) => `Your browser then asks for your second step: ${factor}.`,
  askForCode: 'Send or show a code',
  startOver: 'Back to the password',
};

/** The same strings in each language. */
export type SecondStepStrings = typeof secondStep;
