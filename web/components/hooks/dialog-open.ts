import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether a modal dialog or menu is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Follows whether one is open, while `isWatched`. */
export function useDialogOpen(isWatched: boolean): boolean {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isWatched) return;
    const look = (): void => {
      setOpen(isDialogOpen());
    };
    look();
    const observer = new MutationObserver(look);
    // Child lists are observed, too, since a dialog may be removed without being closed.
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      setOpen(false);
    };
  }, [isWatched]);
  return open;
}
