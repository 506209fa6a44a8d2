import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Scrolls a list to its chosen option: the focus stays in the text field, so that the browser does not.
 * @param chosen which one it is, such as its index
 * @returns for the list
 */
export function useChosenInSight<T extends HTMLElement>(chosen: unknown): RefObject<T> {
  const list = useRef<T>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  return list;
}
