import type { JSX } from 'preact';
import type { PluginPage } from '../../../core/http/wire.ts';
import { icons } from '../../icons.ts';
import { language } from '../../strings/language.ts';

/** A link to a plugin's page, which is outside the app. */
export function PluginLink({ of: { path, label, icon } }: { of: PluginPage }): JSX.Element {
  return (
    <a href={path}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon ?? icons.plugin} />
      </svg>
      <span>{label[language]}</span>
    </a>
  );
}
