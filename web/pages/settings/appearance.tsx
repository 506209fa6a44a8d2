import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Choice } from '../../components/elements/choice.tsx';
import { LanguageChoice } from '../../components/elements/language-choice.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { themes } from '../../state/theme.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';

/** Theme, language and size of photos. */
export function AppearanceSection(): JSX.Element {
  const { theme, density } = useApp();
  return (
    <Panel title={words.appearance} hint={words.onThisDevice}>
      <Choice
        label={words.theme}
        name="theme"
        options={themes.map((value) => ({ value, label: words.themes[value] }))}
        value={theme.current.value}
        set={(newTheme) => {
          theme.choose(newTheme);
        }}
      />
      <Choice
        label={text.photoSize}
        name="photo-size"
        options={text.photoSizes.map((label, step) => ({ value: String(step), label }))}
        value={String(density.step.value)}
        set={(step) => {
          density.choose(Number(step));
        }}
      />
      <LanguageChoice label={words.language} />
      <p class="hint">{words.languageHint}</p>
    </Panel>
  );
}
