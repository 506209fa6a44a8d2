import type { Language } from '../state/languages.ts';
import { learnTowns } from '../state/place-names.ts';

/** What towns are called, by language; in English, they are called what the server calls them. */
const tables: Readonly<Record<Exclude<Language, 'en'>, () => Promise<string>>> = {
  de: async () => (await import('../../core/domain/town-names/german.ts')).germanTowns,
  fr: async () => (await import('../../core/domain/town-names/french.ts')).frenchTowns,
};

/** Loads what towns are called in a language, before places are shown in it. */
export async function loadTownNames(language: Language): Promise<void> {
  if (language !== 'en') learnTowns(language, await tables[language]());
}
