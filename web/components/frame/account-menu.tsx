import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { User } from '../../../core/http/wire.ts';
import { signOut } from '../../actions/app-actions.ts';
import { destinations } from '../../actions/go-actions.ts';
import { perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { languageNames, languages } from '../../state/languages.ts';
import { placeOf } from '../../state/routes.ts';
import { themes } from '../../state/theme.ts';
import { text } from '../../strings/index.ts';
import { language, speak } from '../../strings/language.ts';
import { Avatar } from '../elements/avatar.tsx';
import { Icon } from '../elements/icon.tsx';

interface AccountMenuProps {
  readonly user: User;
  /** @param returns whether the focus returns to the button */
  readonly close: (returns: boolean) => void;
}

/** The pages about the account and the server. */
const pages = destinations.filter(({ page }) => page === 'settings' || page === 'admin' || page === 'help');

/** The account menu: account, theme, language and sign-out. */
export function AccountMenu({ user, close }: AccountMenuProps): JSX.Element {
  const app = useApp();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, []);
  const words = text.frame;
  return (
    <div
      class="account-menu menu-box"
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget as Node)) close(false);
      }}
    >
      <div class="account-who">
        <Avatar name={user.display_name} />
        <p>
          <bdi>{user.display_name}</bdi>
          <small>
            <bdi>{user.username}</bdi> · {words.roles[user.role]}
          </small>
        </p>
      </div>
      <div
        ref={menu}
        role="menu"
        aria-label={words.account(user.display_name)}
        onKeyDown={(event) => {
          followMenuKeys(event, close);
        }}
      >
        {pages
          .filter(({ role }) => app.session.may(role))
          .map(({ page, icon }) => (
            <button
              key={page}
              class="menu-item"
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close(true);
                app.router.go(placeOf(page));
              }}
            >
              <Icon name={icon} />
              {text.pages[page]}
            </button>
          ))}
        <Options
          label={words.theme}
          options={themes.map((value) => ({ value, label: words.themes[value] }))}
          chosen={app.theme.current.value}
          choose={(theme) => {
            app.theme.choose(theme);
          }}
        />
        <Options
          label={words.language}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          chosen={language}
          choose={speak}
        />
        <button
          class="menu-item"
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close(false);
            void perform(signOut, app);
          }}
        >
          <Icon name="leave" />
          {signOut.label(app)}
        </button>
      </div>
    </div>
  );
}

interface OptionsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
}

/** Options in a menu. The menu stays open, so that the effect of a choice is visible. */
function Options<T extends string>({ label, options, chosen, choose }: OptionsProps<T>): JSX.Element {
  return (
    <div class="menu-group" role="group" aria-label={label}>
      <p aria-hidden="true">{label}</p>
      <div class="menu-options">
        {options.map(({ value, label: option, lang }) => (
          <button
            key={value}
            class="menu-option"
            type="button"
            role="menuitemradio"
            aria-checked={value === chosen}
            tabIndex={-1}
            lang={lang}
            onClick={() => {
              choose(value);
            }}
          >
            {option}
          </button>
        ))}
      </div>
    </div>
  );
}

/**
 * The keys of a menu: arrows, Home, End and first letters move the focus among its items, Escape and Tab close it.
 * @param close its argument says whether the focus returns to the button
 */
function followMenuKeys(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  close: (returns: boolean) => void,
): void {
  // Shortcuts of the browser and the page.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = target(event.key, items, at);
  if (event.key === 'Escape' || event.key === 'Tab') close(true);
  else if (to === null) return;
  else items[to]?.focus();
  // The page must neither handle the key nor scroll. Tab moves on from the button of the menu.
  event.stopPropagation();
  if (event.key !== 'Tab') event.preventDefault();
}

/** @returns the index of the item that a key moves to; null for other keys */
function target(key: string, items: readonly HTMLElement[], at: number): number | null {
  const count = items.length;
  if (key === 'ArrowDown' || key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const letter = key.toLocaleLowerCase();
  const startsWithLetter = (item: HTMLElement): boolean => item.textContent.toLocaleLowerCase().startsWith(letter);
  const next = items.findIndex((item, i) => i > at && startsWithLetter(item));
  if (next >= 0) return next;
  const first = items.findIndex(startsWithLetter);
  return first >= 0 ? first : at;
}
