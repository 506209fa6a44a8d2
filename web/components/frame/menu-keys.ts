/**
 * The keys of a menu: arrows, Home, End and first letters move the focus among its items, Escape and Tab close it.
 * @param close told whether the focus goes back to what opened the menu
 */
export function followMenuKeys(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  close: (returns: boolean) => void,
): void {
  // Those of the browser and of the page.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = target(event.key, items, at);
  if (event.key === 'Escape' || event.key === 'Tab') close(true);
  else if (to === null) return;
  else items[to]?.focus();
  // Neither the page's shortcuts nor its scrolling are meant. Tab goes on from what opened the menu.
  event.stopPropagation();
  if (event.key !== 'Tab') event.preventDefault();
}

/** @returns which item a key leads to; null for other keys */
function target(key: string, items: readonly HTMLElement[], at: number): number | null {
  const count = items.length;
  if (key === 'ArrowDown' || key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const wished = key.toLocaleLowerCase();
  const begins = (item: HTMLElement): boolean => item.textContent.toLocaleLowerCase().startsWith(wished);
  const next = items.findIndex((item, i) => i > at && begins(item));
  if (next >= 0) return next;
  const first = items.findIndex(begins);
  return first >= 0 ? first : at;
}
