import type { JSX } from 'preact';
import type { Action } from '../../actions/action.ts';
import { perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { Icon } from './icon.tsx';
import { announcedKey, keyName } from './key-name.ts';

/** An action as a text button, with its key if there is a keyboard. Absent while the action is not possible. */
export function TextButton(props: { action: Action; kind?: 'primary' | 'quiet' }): JSX.Element | null {
  const app = useApp();
  const { action, kind = '' } = props;
  if (!app.session.may(action.role) || !action.isOffered(app)) return null;
  return (
    <button
      class={`button with-key ${kind}`}
      type="button"
      aria-keyshortcuts={announcedKey(action.shortcut)}
      onClick={() => void perform(action, app)}
    >
      {action.icon && <Icon name={action.icon} />}
      {action.label(app)}
      {action.shortcut && <kbd aria-hidden="true">{keyName(action.shortcut)}</kbd>}
    </button>
  );
}
