import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { missingModels } from '../../state/server/models-note.ts';
import { InstallCommand } from '../elements/install-command.tsx';
import { text } from '../../strings/index.ts';

/** A line at the bottom of the page while no models are installed: what is missing, and what admins can do about it. */
export function ModelsNoteLine(): JSX.Element | null {
  const { session, watch, models } = useApp();
  const mayInstall = session.may('admin');
  const missing = missingModels(watch.status.value, mayInstall);
  if (missing === null || models.hidden.value) return null;
  return (
    <footer class="notice models-note">
      <p>
        {missing === 'demo' ? text.demoWithoutModels : text.withoutModels} {!mayInstall && text.frame.modelsByAdmin}
      </p>
      <InstallCommand />
      <button
        class="button quiet"
        type="button"
        onClick={() => {
          models.hide();
        }}
      >
        {text.understood}
      </button>
    </footer>
  );
}
