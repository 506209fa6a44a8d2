import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Choice } from '../../components/elements/choice.tsx';
import { LanguageChoice } from '../../components/elements/language-choice.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { themes } from '../../state/theme.ts';
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
      <LanguageChoice label={words.language} />
      <p class="hint">{words.languageHint}</p>
    </Panel>
  );
}
