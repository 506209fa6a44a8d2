import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** What installs the models: for those who look after the server, where they have a keyboard. */
export function InstallCommand(): JSX.Element | null {
  return useApp().session.may('admin') ? <code class="install-command">{text.installModels}</code> : null;
}
