import type { UnlockStrings } from './en.ts';

/** Deutsch. */
export const unlock: UnlockStrings = {
  title: 'Diese Bibliothek ist gesperrt',
  intro: 'Alles, was Photofinch über diese Fotos weiß, ist verschlüsselt.',
  passphrase: 'Passphrase',
  recoveryKey: 'Wiederherstellungsschlüssel',
  recoveryHint: 'Neun Gruppen aus je vier Buchstaben und Ziffern, mit oder ohne Striche.',
  show: 'Anzeigen',
  hide: 'Verbergen',
  open: 'Entsperren',
  checking: 'Wird geprüft …',
  useRecoveryKey: 'Stattdessen den Wiederherstellungsschlüssel verwenden',
  usePassphrase: 'Stattdessen die Passphrase verwenden',
  wrong: {
    passphrase: 'Diese Passphrase ist falsch.',
    recovery_key:
      'Dieser Wiederherstellungsschlüssel ist falsch. Vergleich ihn Zeichen für Zeichen mit deiner Abschrift.',
  },
  tooOften: (minutes: number) =>
    `Zu viele Fehlversuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes.toLocaleString('de')} Minuten`} noch einmal.`,
  soon: 'Das war zu viel auf einmal. Versuch es gleich noch einmal.',
  keyring: {
    keyring_changed:
      'Jemand ohne Schlüssel hat die Datei keyring.json geändert. Bitte die Person, die den Server betreut, sie aus einer Kopie zurückzuholen: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
    keyring_missing:
      'Die Datei keyring.json fehlt, und ohne sie lässt sich die Bibliothek nicht öffnen. Bitte die Person, die den Server betreut, sie aus einer Kopie zurückzuholen: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
    keyring_damaged:
      'Die Datei keyring.json ist beschädigt, und ohne sie lässt sich die Bibliothek nicht öffnen. Bitte die Person, die den Server betreut, sie aus einer Kopie zurückzuholen: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
  },
  lostBoth: 'Beides verloren?',
  lostBothBody:
    'Dann kann niemand diese Bibliothek mehr öffnen, auch nicht die Leute, die Photofinch entwickeln. Deine Fotos sind sicher: Sie liegen wie zuvor in deinem Fotospeicher. Mit einem leeren Datenordner kannst du daraus eine neue Bibliothek anlegen. Namen, Alben und Schlagwörter, die hier entstanden sind, sind verloren.',
  notYours: 'Nicht dein Server? Frag die Person, die ihn betreut.',
  opening: 'Deine Bibliothek wird geöffnet …',
  converting: {
    encrypted: { title: 'Deine Bibliothek wird verschlüsselt', share: (percent: string) => `${percent} verschlüsselt` },
    plain: { title: 'Deine Bibliothek wird entschlüsselt', share: (percent: string) => `${percent} entschlüsselt` },
  },
  convertingBody: 'Du kannst diese Seite schließen. Danach öffnet sich die Bibliothek automatisch.',
  erasedHint: 'Die alten Dateien werden überschrieben. Eine SSD kann ihre Daten trotzdem noch eine Weile behalten.',
  lost: 'Der Server ist nicht erreichbar. Neuer Versuch …',
  status: (status: number) => `Der Server hat mit dem Status ${status} geantwortet.`,
};
