import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { missingModels } from '../../state/server/models-note.ts';
import { text } from '../../strings/index.ts';

/** One line at the foot of the page while no models are installed: what follows from it, and how to get them. */
export function ModelsNoteLine(): JSX.Element | null {
  const { session, watch, models } = useApp();
  const missing = missingModels(watch.status.value, session.may('admin'));
  if (missing === null || models.hidden.value) return null;
  return (
    <footer class="notice models-note">
      <p>{missing === 'demo' ? text.demoWithoutModels : text.withoutModels}</p>
      <code>{text.installModels}</code>
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
