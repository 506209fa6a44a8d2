import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether a dialog or a menu lies over the page and takes all keys. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Whether one lies there now, as long as somebody wants to know. */
export function useDialogOpen(isWatched: boolean): boolean {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isWatched) return;
    const look = (): void => {
      setOpen(isDialogOpen());
    };
    look();
    const observer = new MutationObserver(look);
    // One that is taken off the page was perhaps never closed.
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      setOpen(false);
    };
  }, [isWatched]);
  return open;
}
