import type { JSX } from 'preact';
import type { PluginPage } from '../../../core/http/wire.ts';
import { icons } from '../../icons.ts';
import { language } from '../../strings/language.ts';

/** Leads to a page of a plugin, which is none of the app: it takes its place. */
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
