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
  ownFactor: 'Zweiter Schritt',
  ownCode: 'Code für die Anmeldung in zwei Schritten',
  ownCodeHint: 'Sechs Ziffern aus deiner App oder ein Wiederherstellungscode.',
  ownPrompt: (factor) => `Danach fragt der Browser nach deinem zweiten Schritt: ${factor}.`,
  askForCode: 'Code anfordern',
  startOver: 'Zurück zum Passwort',
};
