import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** The command that installs the models, for admins. */
export function InstallCommand(): JSX.Element | null {
  return useApp().session.may('admin') ? <code class="install-command">{text.installModels}</code> : null;
}
