/** Words in the languages of the web UI. */
export interface InLanguages {
  readonly en: string;
  /** Where one is absent, the English words show. */
  readonly de?: string;
  readonly fr?: string;
}

/** Words for people; one text is shown in all languages. */
export type Wording = string | InLanguages;
