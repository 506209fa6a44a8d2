import type { LevelsStrings } from './en.ts';

/** Deutsch. */
export const levels: LevelsStrings = {
  title: 'Was bisher gelesen ist',
  hint: 'Originale aus diesem Fotospeicher zu lesen ist aufwendig. Darum kommen zuerst die Vorschauen, dann die Angaben in den Dateien und nach und nach die Originale.',
  thumbnails: 'Vorschauen',
  heads: 'Angaben in den Dateien',
  originals: 'Originale',
  of: (done, total) => `${done} von ${total}`,
  daysLeft: (budget, days, isOne) =>
    `Bei ${budget} am Tag dauern die Originale noch etwa ${isOne ? 'einen Tag' : `${days} Tage`}.`,
  today: (bytes) => `Heute gelesen: ${bytes}.`,
  stopped: 'Originale werden nicht gelesen, denn ORIGINALS_BUDGET ist 0.',
};
