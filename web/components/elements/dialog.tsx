import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A box over the page that takes all keys until it is closed; the focus goes back to where it was. */
export function Dialog({ label, close, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
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
