import type { JSX } from 'preact';
import { languageNames, languages } from '../../state/languages.ts';
import { language, speak } from '../../strings/language.ts';
import { Choice } from './choice.tsx';

/** The languages, each by its own name; a choice reloads the page. */
export function LanguageChoice({ label }: { label: string }): JSX.Element {
  return (
    <Choice
      label={label}
      name="language"
      options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      value={language}
      set={speak}
    />
  );
}
