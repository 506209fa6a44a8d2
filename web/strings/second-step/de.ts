import type { SecondStepStrings } from './en.ts';

export const secondStep: SecondStepStrings = {
  signingInAs: (username: string) => `Anmeldung als ${username}`,
  codeHint: 'Gib die sechs Ziffern aus deiner Authenticator-App ein.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHint: 'Gib einen deiner Wiederherstellungscodes ein. Jeder gilt nur einmal.',
  useRecoveryCode: 'Stattdessen einen Wiederherstellungscode verwenden',
  useAppCode: 'Stattdessen den Code der App verwenden',
  useFactor: (factor) => `Weiter mit: ${factor}`,
  useOtherFactor: (factor) => `Stattdessen: ${factor}`,
  promptHint: 'Dein Browser fragt gleich danach.',
  promptFailed: 'Das hat nicht geklappt: Es wurde abgebrochen oder hat zu lange gedauert. Versuch es noch einmal.',
  askAgain: 'Noch einmal anfordern',
  startOver: 'Zurück zum Passwort',
};
