import type { InLanguages } from './plugin-pages.ts';

/** Words for people; one text is shown in all languages. */
export type Wording = string | InLanguages;
