import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../../actions/action.ts';
import { keyNow, offered, perform } from '../../actions/index.ts';
import { type App, useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import '../../styles/more-menu.css';
import { Icon } from './icon.tsx';
import { keyName } from './key-name.ts';
import { ToastList, useLayer } from './toast-list.tsx';

/** The state of actions that toggle something, for those whose label does not show it. */
const switches: Readonly<Record<string, (app: App) => boolean>> = {
  'keep-zoom': ({ viewer }) => viewer.keepZoom.value,
};

interface MoreMenuProps {
  readonly actions: readonly Action[];
  /** The groups whose actions are shown, one after the other. */
  readonly groups?: readonly Action['group'][];
  readonly close: () => void;
}

/**
 * A menu of further actions: below its button, or at the bottom of a phone's screen. It receives all keys until it
 * is closed; the focus then returns to where it was.
 */
export function MoreMenu({ actions, groups = ['photo', 'viewer'], close }: MoreMenuProps): JSX.Element {
  const app = useApp();
  const available = offered(app);
  const box = useRef<HTMLDialogElement>(null);
  const layer = useLayer();
  useLayoutEffect(() => {
    box.current?.showModal();
    items(box.current)[0]?.focus();
  }, []);
  const choose = (action: Action): void => {
    // The menu is closed first, so that the focus is back before the action moves it.
    box.current?.close();
    void perform(action, app);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items(box.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') box.current?.close();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={box}
      class="more-menu menu-box"
      aria-label={text.viewer.moreActions}
      onClose={close}
      onClick={(event) => {
        if (event.target === box.current) box.current?.close();
      }}
      onKeyDown={onKeyDown}
    >
      <div role="menu" aria-label={text.viewer.moreActions}>
        {groups.map((group) => {
          const rows = actions.filter(({ icon, group: of }) => icon && of === group);
          return rows.map((action, i) => {
            const isOn = switches[action.id]?.(app);
            const key = keyNow(action, available);
            return (
              <button
                key={action.id}
                class="menu-item"
                type="button"
                role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={isOn}
                data-begins={i === 0}
                tabIndex={-1}
                onClick={() => {
                  choose(action);
                }}
              >
                {action.icon && <Icon name={action.icon} />}
                <span>{action.label(app)}</span>
                {key && <kbd aria-hidden="true">{keyName(key)}</kbd>}
              </button>
            );
          });
        })}
      </div>
      <ToastList layer={layer} />
    </dialog>
  );
}

function items(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}
