import type { FirstStartStrings } from './en.ts';

/** Deutsch. */
export const firstStart: FirstStartStrings = {
  title: 'Willkommen',
  intro: 'Leg dein Konto an. Deine Familie kannst du später hinzufügen.',
  language: 'Sprache',
  code: 'Code',
  codeHint: 'Der Link, den „photofinch open“ im Terminal zeigt, oder der SETUP_CODE des Servers.',
  name: 'Dein Name',
  usernameHint: 'Damit meldest du dich an. Erlaubt sind a bis z, 0 bis 9, Punkt, Unterstrich und Bindestrich.',
  passwordHint: (minLength: string) => `Mindestens ${minLength} Zeichen. Mehrere Wörter kannst du dir leichter merken.`,
  timeZone: 'Zeitzone',
  timeZoneHint: 'Für Fotos ohne Ortsangabe.',
  make: 'Konto anlegen',
  making: 'Dein Konto wird angelegt …',
  readsLater: 'Deine Fotos werden eingelesen, sobald das Konto angelegt ist.',
};
