import type { Theme } from './state/theme.ts';

/** @param milliseconds to wait */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A text that this browser stores for the site. */
export function storedText(name: string): { read(): string | null; write(text: string): void; remove(): void } {
  return {
    read: () => localStorage.getItem(name),
    write: (text) => {
      localStorage.setItem(name, text);
    },
    remove: () => {
      localStorage.removeItem(name);
    },
  };
}

/**
 * The code of a sign-in link, `#link=…`. It is removed from the URL at once, and stored in the history entry, so that it
 * survives a reload.
 */
export function linkCode(): { read(): string | null; forget(): void } {
  const pattern = /^#link=([\w-]{1,256})$/;
  const historyState = (): { link?: string } => (history.state as { link?: string } | null) ?? {};
  const [, link] = pattern.exec(location.hash) ?? [];
  if (link !== undefined) history.replaceState({ ...historyState(), link }, '', location.pathname);
  // For a link that is entered in a tab that already shows the page.
  addEventListener('hashchange', () => {
    if (pattern.test(location.hash)) location.reload();
  });
  return {
    read: () => historyState().link ?? null,
    forget: () => {
      history.replaceState({ ...historyState(), link: undefined }, '');
    },
  };
}

/** A random text of 256 bits that all tabs of this browser share; created on first use. */
export function storedSecret(name: string): { read(): string; replace(): void } {
  const stored = storedText(name);
  const replace = (): string => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    stored.write(secret);
    return secret;
  };
  const read = (): string => stored.read() ?? replace();
  read();
  return { read, replace };
}

/**
 * A flag that this browser stores.
 * @param storage `localStorage` for all tabs and permanently; `sessionStorage` for one tab until it is closed
 */
export function storedFlag(name: string, storage = localStorage): { read(): boolean; write(isSet?: boolean): void } {
  return {
    read: () => storage.getItem(name) !== null,
    write: (isSet = true) => {
      if (isSet) storage.setItem(name, '1');
      else storage.removeItem(name);
    },
  };
}

/** Removes everything that this browser stores under names with a prefix. */
export function forgetAll(prefix: string): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}

/** Tells other tabs, which listen with `onFlagForgotten`. */
export function tellOtherTabs(name: string): void {
  const flag = storedFlag(name);
  for (const isSet of [true, false]) flag.write(isSet);
}

/** Calls `onForgotten` when another tab clears a flag. */
export function onFlagForgotten(name: string, onForgotten: () => void): void {
  addEventListener('storage', (change) => {
    if (change.key === name && change.newValue === null) onForgotten();
  });
}

/** Calls `onTyped` when something is entered into a form of the page itself, not of a dialog. */
export function onTypedIntoPage(onTyped: () => void): void {
  addEventListener('input', ({ target }) => {
    // Some dialogs lie inside the page.
    if (target instanceof Element && target.closest('main .form') && !target.closest('dialog')) onTyped();
  });
}

/** Has the browser ask before the page is left while `isNeeded`. */
export function askBeforeLeaving(isNeeded: () => boolean): void {
  addEventListener('beforeunload', (event) => {
    if (isNeeded()) event.preventDefault();
  });
}

/** Preloads a picture. @returns a function that cancels it */
export function fetchPicture(url: string): () => void {
  const picture = new Image();
  picture.src = url;
  return () => {
    if (!picture.complete) picture.removeAttribute('src');
  };
}

/** Whether the browser asks to save data. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}

/** Makes the browser save the response of a URL. */
export function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Applies a theme to the page and to the browser's surrounding colours. */
export function applyTheme(choice: Theme): void {
  document.documentElement.dataset['theme'] = choice;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const of = meta.dataset['of'] ?? '';
    meta.media = choice === 'system' ? `(prefers-color-scheme: ${of})` : choice === of ? 'all' : 'not all';
  }
}

/**
 * Keeps from the page the keys by which a word is composed, as in Japanese: Enter takes what the input method offers, and the
 * arrow keys choose in it.
 */
export function leaveKeysToInputMethod(): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    // In Safari, the key that ends the composing comes after it, and only its code tells.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKeyDown, { capture: true });
}
