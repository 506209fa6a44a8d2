import { useEffect } from 'preact/hooks';
import type { Place } from '../../state/routes.ts';

/** Containers whose focus stays inside when the focused part of them is removed: see `KeptFocus`. */
const keepers = '[data-keeps-focus]';
const controls = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea';
const focusable = `h1, ${controls}`;

/** Keepers in which what follows the place of a button is a button as well, such as one that removes the next item. */
const buttonKeepers = '[data-keeps-focus="buttons"]';

interface Position {
  readonly parent: Element;
  /** Among the parent's elements. */
  readonly index: number;
}

/** Moves the focus to the page, so that keys scroll it and Tab goes to its first control. */
export function focusPage(): void {
  for (const part of ['.photo-page', '.page main .photo-grid', '.page main']) {
    const element = document.querySelector(part);
    if (element) {
      focusOn(element, { preventScroll: true });
      return;
    }
  }
}

/**
 * Moves the focus from the navigation to the page that it led to, as browsers do for pages of their own: screen readers would
 * otherwise say nothing, and Tab would go through all other links first. The list of albums is another page than one of them.
 */
export function useFocusOnNewPage({ page, about }: Place): void {
  useEffect(() => {
    if (document.activeElement?.closest('.navigation')) focusPage();
  }, [page, about]);
}

/**
 * Looks after the focus when the focused element is removed, which browsers leave to nobody: with the page that it was on, with
 * the item of a list that was dealt with, or with a field in place of a name. It goes to what stands in that place now, in
 * containers with the attribute `data-keeps-focus`; else to the open dialog or the page. Components that know better come first.
 * A button that loses it while it is disabled, such as one that started something, gets it back afterwards, wherever the page has
 * been scrolled meanwhile.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const kept = new KeptFocus();
    return () => {
      kept.stop();
    };
  }, []);
}

class KeptFocus {
  /** The element that has the focus, or had it until it was removed. */
  #last: Element | null = null;
  /** Its position in its ancestors, the innermost first. */
  #positions: readonly Position[] = [];
  #isLost = false;
  #frame = 0;
  readonly #observer = new MutationObserver((changes) => {
    const last = this.#last;
    if (!isNowhere() || last === null) return;
    this.#isLost ||= changes.some(({ type, target, removedNodes }) =>
      type === 'attributes'
        ? target.contains(last) && !last.matches(':disabled')
        : Array.from(removedNodes).some((node) => node.contains(last)),
    );
    if (this.#isLost) this.#recoverSoon();
  });

  constructor() {
    addEventListener('focusin', this.#onFocusIn);
    addEventListener('focusout', this.#onFocusOut);
    this.#observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    // A list of photos takes the focus before this begins.
    const { activeElement } = document;
    if (activeElement && !isNowhere()) this.#remember(activeElement);
  }

  stop(): void {
    removeEventListener('focusin', this.#onFocusIn);
    removeEventListener('focusout', this.#onFocusOut);
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  readonly #onFocusIn = ({ target }: FocusEvent): void => {
    this.#remember(target as Element);
  };

  #remember(focused: Element): void {
    this.#isLost = false;
    this.#last = focused;
    this.#positions = positionsOf(focused);
  }

  readonly #onFocusOut = (): void => {
    // Some browsers tell of an element that is being removed.
    queueMicrotask(() => {
      const isLeft = this.#last?.isConnected && !this.#last.matches(':disabled') && isNowhere();
      if (isLeft) this.#last = null;
    });
  };

  /** After two frames: by then, effects of components have moved the focus if they do. */
  #recoverSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        if (!this.#isLost || !isNowhere()) return;
        const last = this.#last;
        const next = last?.isConnected ? last : this.#inPlace();
        if (next) focusOn(next, { preventScroll: next === last });
        if (!isNowhere()) return;
        // Nothing behind an open dialog can have the focus.
        const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
        if (dialog) focusOn(dialog.querySelector(controls) ?? dialog.querySelector('h2') ?? dialog);
        else focusPage();
      });
    });
  }

  /** What stands in the place of the removed element, or follows a list that has become empty. */
  #inPlace(): Element | null {
    const left = this.#positions.find(({ parent }) => parent.isConnected);
    if (!left) return null;
    const { children, nextElementSibling: after } = left.parent;
    const now = children[Math.min(left.index, children.length - 1)];
    const isForButton = left.parent.matches(buttonKeepers) && this.#last instanceof HTMLButtonElement;
    const button = isForButton ? now?.querySelector('button:not(:disabled)') : null;
    return button ?? (now && firstIn(now)) ?? firstIn(left.parent) ?? (after && firstIn(after));
  }
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

const firstIn = (element: Element): Element | null =>
  element.matches(focusable) ? element : element.querySelector(focusable);

function positionsOf(element: Element): Position[] {
  const positions: Position[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement;
    // Only keepers are asked for it, and lists may be long.
    if (parent.matches(keepers)) positions.push({ parent, index: Array.from(parent.children).indexOf(child) });
  }
  return positions;
}

function focusOn(element: Element, options?: FocusOptions): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus(options);
}
