import '../../styles/menu.css';
import '../../styles/account-menu.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { Avatar } from '../elements/avatar.tsx';
import { AccountMenu } from './account-menu.tsx';

/** The signed-in account; opens the account menu. */
export function AccountButton(): JSX.Element | null {
  const { session } = useApp();
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (!around.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('pointerdown', onPointerDown);
    };
  }, [open]);

  const { user } = session;
  if (!user) return null;
  const label = text.frame.account(user.display_name);
  return (
    <div class="account" ref={around}>
      <button
        ref={button}
        class="account-button"
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        title={label}
        onClick={() => {
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Avatar name={user.display_name} />
      </button>
      {open && (
        <AccountMenu
          user={user}
          close={(returns) => {
            setOpen(false);
            if (returns) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
