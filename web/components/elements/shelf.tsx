import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../../strings/index.ts';
import { useScrollEdges } from '../hooks/scroll-edges.ts';
import { Icon } from './icon.tsx';

interface ShelfProps {
  readonly title: string;
  /** The URL of the full list; absent if everything is in the strip. */
  readonly all?: string;
  readonly children: ComponentChildren;
}

/** How much of the visible width a step scrolls; the rest stays in view for orientation. */
const step = 0.8;

/** A titled row that scrolls sideways, as a preview of a page. */
export function Shelf({ title, all, children }: ShelfProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const edges = useScrollEdges(list, children);
  const scroll = (direction: number): void => {
    const element = list.current;
    element?.scrollBy({ left: direction * step * element.clientWidth, behavior: 'smooth' });
  };
  return (
    <section class="shelf" aria-label={title}>
      <div class="shelf-title">
        <h2>{title}</h2>
        {all && (
          <a class="button quiet" href={all} aria-label={text.showAllOf(title)}>
            {text.showAll}
          </a>
        )}
      </div>
      <div class="shelf-row">
        <div class="shelf-list" ref={list}>
          {children}
        </div>
        {edges.before && (
          <Arrow
            icon="newer"
            label={text.frame.scrollBack}
            run={() => {
              scroll(-1);
            }}
          />
        )}
        {edges.after && (
          <Arrow
            icon="older"
            label={text.frame.scrollOn}
            run={() => {
              scroll(1);
            }}
          />
        )}
      </div>
    </section>
  );
}

/** For the mouse only: keyboard and screen reader users move through the row itself. */
function Arrow(props: { icon: 'newer' | 'older'; label: string; run: () => void }): JSX.Element {
  return (
    <button
      class={`shelf-arrow ${props.icon}`}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={props.label}
      onClick={props.run}
    >
      <Icon name={props.icon} />
    </button>
  );
}
