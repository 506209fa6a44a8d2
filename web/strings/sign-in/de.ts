import type { SignInStrings } from './en.ts';

/** Deutsch. */
export const signInStrings: SignInStrings = {
  signIn: 'Anmelden',
  signingIn: 'Anmeldung läuft …',
  signOut: 'Abmelden',
  savingFirst: 'Deine Änderungen werden noch gespeichert …',
  username: 'Benutzername',
  password: 'Passwort',
  code: 'Code',
  tookTooLong: 'Die Anmeldung hat zu lange gedauert. Bitte gib dein Passwort noch einmal ein.',
  endedBefore: 'Deine Sitzung ist abgelaufen, bevor das erledigt war.',
  unreachable: 'Der Server ist nicht erreichbar.',
  serverUntold:
    'In diesem Browser bist du abgemeldet, aber der Server weiß es noch nicht. Lass diese Seite offen oder öffne sie später noch einmal, damit er es erfährt.',
  sessionEnded: 'Deine Sitzung ist abgelaufen. Melde dich an, um dort weiterzumachen, wo du warst.',
  demo: 'Das ist eine Demo. Probier eines dieser Konten aus:',
  demoUser: 'Demo-Benutzer',
  demoAdmin: 'Demo-Administrator',
};
