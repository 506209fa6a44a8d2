import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../../actions/action.ts';
import { keyNow, offered, perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Icon } from '../elements/icon.tsx';
import { keyName } from '../elements/key-name.ts';
import { useChosenInSight } from '../hooks/chosen-in-sight.ts';

/** The command palette: all actions that are possible now. */
export function Palette(): JSX.Element {
  const app = useApp();
  const [typed, setTyped] = useState('');
  const [chosenIndex, setChosenIndex] = useState(0);
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const available = offered(app);
  const matches = available.filter((action) => {
    const label = action.label(app).toLocaleLowerCase();
    return action.id !== 'palette' && words.every((word) => label.includes(word));
  });
  const list = useChosenInSight<HTMLUListElement>(matches[chosenIndex]?.id);
  const close = (): void => {
    app.dialog.value = null;
  };
  const run = (action: Action | undefined): void => {
    if (!action) return;
    close();
    // The action runs after the dialog is removed: an element behind it could not get the focus.
    queueMicrotask(() => void perform(action, app));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosenIndex((chosenIndex + step + matches.length) % Math.max(1, matches.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(matches[chosenIndex]);
    }
  };
  const rows = matches.map((action) => ({ action, key: keyNow(action, available) }));
  return (
    <Dialog label={text.palette} close={close}>
      <input
        class="palette-input"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={matches[chosenIndex] && `palette-${matches[chosenIndex].id}`}
        aria-label={text.palette}
        placeholder={text.palette}
        value={typed}
        autofocus
        onKeyDown={onKeyDown}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setChosenIndex(0);
        }}
      />
      <ul ref={list} class="palette-list" id="palette-list" role="listbox" aria-label={text.palette}>
        {rows.map(({ action, key }, i) => (
          <li
            key={action.id}
            id={`palette-${action.id}`}
            role="option"
            aria-selected={i === chosenIndex}
            onClick={() => {
              run(action);
            }}
          >
            {action.icon && <Icon name={action.icon} />}
            <span>{action.label(app)}</span>
            {key && <kbd aria-hidden="true">{keyName(key)}</kbd>}
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p class="palette-empty">{text.paletteEmpty}</p>}
    </Dialog>
  );
}
