import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Action } from '../../actions/action.ts';
import { text } from '../../strings/index.ts';
import { Icon } from './icon.tsx';
import { MoreMenu } from './more-menu.tsx';

/** A button that opens a menu of actions. */
export function MoreButton({ actions }: { actions: readonly Action[] }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        class="icon-button more-button"
        type="button"
        aria-label={text.viewer.moreActions}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={text.viewer.moreActions}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <MoreMenu
          actions={actions}
          groups={[...new Set(actions.map(({ group }) => group))]}
          close={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
