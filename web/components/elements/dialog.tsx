import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ToastList, useLayer } from './toast-list.tsx';

interface DialogProps {
  readonly label: string;
  readonly close: () => void;
  /** A sheet slides up from the bottom of the page. */
  readonly kind?: 'box' | 'sheet';
  readonly children: ComponentChildren;
}

/** A modal dialog that receives all keys until it is closed; the focus then returns to where it was. */
export function Dialog({ label, close, kind = 'box', children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const layer = useLayer();
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      // Browsers return the focus from a dialog that is closed, but not from one that is removed. Until then, nothing behind
      // it can have the focus.
      queueMicrotask(() => {
        const isNowhere = document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      data-kind={kind}
      aria-label={label}
      onClose={close}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === element.current) element.current?.close();
      }}
    >
      {children}
      <ToastList layer={layer} />
    </dialog>
  );
}
