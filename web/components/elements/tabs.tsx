import '../../styles/tabs.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatPlace, type Place } from '../../state/routes.ts';
import { useScrollEdges } from '../hooks/scroll-edges.ts';

export interface Tab {
  readonly place: Place;
  readonly title: string;
  /** A number beside the title. */
  readonly note?: string;
  readonly isHere: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Called instead of following the link. */
  readonly choose?: (place: Place) => void;
}

/** The parts of a page, each with its own URL. */
export function Tabs({ label, tabs, choose }: TabsProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const currentTitle = tabs.find(({ isHere }) => isHere)?.title;
  const { before, after } = useScrollEdges(list, tabs.map(({ title, note }) => [title, note].join()).join());
  // The current tab is scrolled into view, since not all tabs fit on a phone.
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft - 48;
  }, [currentTitle]);
  return (
    <nav class="tabs" aria-label={label}>
      <ul ref={list} data-before={before} data-after={after}>
        {tabs.map(({ place, title, note, isHere }) => (
          <li key={title}>
            <a
              href={formatPlace(place)}
              aria-current={isHere ? 'page' : undefined}
              onClick={(event) => {
                if (!choose || event.ctrlKey || event.metaKey || event.button !== 0) return;
                event.preventDefault();
                choose(place);
              }}
            >
              {title}
              {note !== undefined && <small>{note}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
