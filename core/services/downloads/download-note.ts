import type { ErrorKind } from '../../domain/errors.ts';

export const noteLanguages = ['en', 'de', 'fr'] as const;
export type NoteLanguage = (typeof noteLanguages)[number];

/**
 * Why a photo is missing or incomplete in a download. `cut_off`: the archive has its first part. `not_tried`: the store had
 * already failed.
 */
export type MissingReason = 'away' | 'too_slow' | 'damaged' | 'gone' | 'cut_off' | 'not_tried';

/** Maps an error of the source to a reason. */
export function missingReason(kind: ErrorKind): MissingReason {
  if (kind === 'source_unavailable') return 'away';
  if (kind === 'source_timeout') return 'too_slow';
  return kind === 'not_found' ? 'gone' : 'damaged';
}

interface NoteTexts {
  readonly fileName: string;
  readonly intro: string;
  readonly line: (name: string, reason: string) => string;
  readonly gone: (count: number) => string;
  readonly reasons: Readonly<Record<MissingReason, string>>;
}

const texts: Readonly<Record<NoteLanguage, NoteTexts>> = {
  en: {
    fileName: 'Not in this download.txt',
    intro: 'These photos could not be downloaded:',
    line: (name, reason) => `${name}: ${reason}`,
    gone: (count) =>
      count === 1
        ? 'One more photo is no longer in the library.'
        : `${count} more photos are no longer in the library.`,
    reasons: {
      away: 'the photo store could not be reached',
      too_slow: 'the photo store took too long',
      damaged: 'the photo store sent something that is not the photo',
      gone: 'the photo store no longer has it',
      cut_off: 'incomplete: only a part of it arrived',
      not_tried: 'not tried, because the photo store could not be reached',
    },
  },
  de: {
    fileName: 'Nicht in diesem Download.txt',
    intro: 'Diese Fotos konnten nicht heruntergeladen werden:',
    line: (name, reason) => `${name}: ${reason}`,
    gone: (count) =>
      count === 1
        ? 'Ein weiteres Foto ist nicht mehr in der Bibliothek.'
        : `${count} weitere Fotos sind nicht mehr in der Bibliothek.`,
    reasons: {
      away: 'der Fotospeicher war nicht erreichbar',
      too_slow: 'der Fotospeicher hat zu lange gebraucht',
      damaged: 'der Fotospeicher hat etwas anderes als das Foto geschickt',
      gone: 'im Fotospeicher gibt es das Foto nicht mehr',
      cut_off: 'unvollständig: nur ein Teil ist angekommen',
      not_tried: 'nicht versucht, weil der Fotospeicher nicht erreichbar war',
    },
  },
  fr: {
    fileName: 'Absent de ce téléchargement.txt',
    intro: 'Ces photos n’ont pas pu être téléchargées :',
    line: (name, reason) => `${name} : ${reason}`,
    gone: (count) =>
      count === 1
        ? 'Une autre photo n’est plus dans la photothèque.'
        : `${count} autres photos ne sont plus dans la photothèque.`,
    reasons: {
      away: 'le stockage était injoignable',
      too_slow: 'le stockage a mis trop de temps à répondre',
      damaged: 'le stockage a envoyé autre chose que la photo',
      gone: 'la photo n’est plus dans le stockage',
      cut_off: 'incomplète : une partie seulement est arrivée',
      not_tried: 'non tentée, car le stockage était injoignable',
    },
  },
};

/** The note in an archive that lists the missing photos. */
export class DownloadNote {
  readonly #texts: NoteTexts;
  readonly #lines: string[] = [];
  /** Requested photos that the viewer may not see or that do not exist: only their number is reported. */
  gone = 0;

  constructor(language: NoteLanguage) {
    this.#texts = texts[language];
  }

  get fileName(): string {
    return this.#texts.fileName;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0 && this.gone === 0;
  }

  /** @param name the name that the file has, or would have had, in the archive */
  add(name: string, reason: MissingReason): void {
    this.#lines.push(this.#texts.line(name, this.#texts.reasons[reason]));
  }

  /** Uses Windows line breaks, which every system can read. */
  get text(): string {
    const parts = [
      ...(this.#lines.length > 0 ? [this.#texts.intro, '', ...this.#lines, ''] : []),
      ...(this.gone > 0 ? [this.#texts.gone(this.gone), ''] : []),
    ];
    return parts.join('\r\n');
  }
}
