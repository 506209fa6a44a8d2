import type { JSX } from 'preact';
import type { Action } from '../../actions/action.ts';
import { perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { Icon } from './icon.tsx';
import { announcedKey, keyName } from './key-name.ts';

/** A control's label with its shortcut. */
export function tooltip(label: string, shortcut: string | undefined): string {
  return shortcut === undefined ? label : `${label} (${keyName(shortcut)})`;
}

/** An action as a round icon button. @param on whether the action's state is on */
export function ActionButton({ action, on = false }: { action: Action; on?: boolean }): JSX.Element {
  const app = useApp();
  const label = action.label(app);
  return (
    <button
      class="icon-button"
      type="button"
      aria-label={label}
      aria-keyshortcuts={announcedKey(action.shortcut)}
      title={tooltip(label, action.shortcut)}
      data-on={on}
      onClick={() => void perform(action, app)}
    >
      {action.icon && <Icon name={action.icon} filled={on && action.icon === 'heart'} />}
    </button>
  );
}
