import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Choice } from '../../components/elements/choice.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { languageNames, languages } from '../../state/languages.ts';
import { themes } from '../../state/theme.ts';
import { language, speak } from '../../strings/language.ts';
import { words } from '../../strings/settings/index.ts';

/** How the page looks, and which language it speaks. */
export function AppearanceSection(): JSX.Element {
  const { theme } = useApp();
  return (
    <Panel title={words.appearance} hint={words.onThisDevice}>
      <Choice
        label={words.theme}
        name="theme"
        options={themes.map((value) => ({ value, label: words.themes[value] }))}
        value={theme.current.value}
        set={(chosen) => {
          theme.choose(chosen);
        }}
      />
      <Choice
        label={words.language}
        name="language"
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        value={language}
        set={speak}
      />
      <p class="hint">{words.languageHint}</p>
    </Panel>
  );
}
