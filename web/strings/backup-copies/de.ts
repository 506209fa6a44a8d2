import type { CopiesStrings } from './en.ts';

/** Deutsch. */
export const copies: CopiesStrings = {
  title: 'Kopien an anderen Orten',
  hint: 'Ein Plugin kopiert jede Sicherung an einen anderen Ort.',
  notReady: 'Noch nicht eingerichtet.',
  none: 'Noch nichts kopiert.',
  last: (time) => `Zuletzt kopiert: ${time}.`,
  copying: (size, time) => `${size} werden kopiert, seit ${time}.`,
  failing: (attempts, time) =>
    attempts === 1 ? `Fehlgeschlagen: ${time}.` : `${attempts}-mal fehlgeschlagen, seit ${time}.`,
  next: (time) => `Nächster Versuch: ${time}.`,
};
