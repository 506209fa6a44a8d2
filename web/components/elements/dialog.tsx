import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly close: () => void;
  /** A sheet comes up from the foot of the page. */
  readonly kind?: 'box' | 'sheet';
  readonly children: ComponentChildren;
}

/** A box over the page that takes all keys until it is closed; the focus goes back to where it was. */
export function Dialog({ label, close, kind = 'box', children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      data-kind={kind}
      aria-label={label}
      onClose={close}
      onClick={(event) => {
        // Beside the box: what is clicked then is the dialog itself.
        if (event.target === element.current) element.current?.close();
      }}
    >
      {children}
    </dialog>
  );
}
