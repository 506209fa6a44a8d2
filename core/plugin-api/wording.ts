/** A text in the languages of the web UI. */
export interface InLanguages {
  readonly en: string;
  /** Absent languages fall back to English. */
  readonly de?: string;
  readonly fr?: string;
}

/** A text for people; a single text is shown in all languages. */
export type Wording = string | InLanguages;
