import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Action } from '../../actions/action.ts';
import { offered } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { MoreButton } from '../elements/more-button.tsx';
import { PageHeading } from './page-heading.tsx';

/** The most frequent actions, which stay buttons if not all of them fit. */
const frequentActions = ['favorite', 'add-to-album', 'share', 'download'];

/** The number of selected photos, and the actions on them. */
export function SelectionBar(): JSX.Element {
  const app = useApp();
  const available = offered(app);
  const clear = available.find(({ group }) => group === 'selection');
  return (
    <header class="top-bar selection-bar">
      <PageHeading />
      {clear && <ActionButton action={clear} />}
      <SelectedCount announced />
      <Actions of={available.filter(({ group, icon }) => group === 'photo' && icon)} />
    </header>
  );
}

/**
 * The number of selected photos, in words where there is room for them.
 * @param announced whether screen readers are told of it elsewhere
 */
export function SelectedCount({ announced = false }: { announced?: boolean }): JSX.Element {
  const { tally } = useApp().selection;
  return (
    <>
      {announced ? <p aria-hidden="true">{inWords(tally.value)}</p> : <p role="status">{inWords(tally.value)}</p>}
      <b aria-hidden="true">{formatCount(tally.value.photos)}</b>
    </>
  );
}

/**
 * Tells screen readers how many photos are selected. It is there before the bar is, since many of them announce only changes of
 * what they know.
 */
export function SelectionStatus(): JSX.Element {
  const { tally } = useApp().selection;
  return (
    <p class="unseen" role="status">
      {tally.value.photos > 0 && inWords(tally.value)}
    </p>
  );
}

function inWords({ photos, stacks }: { photos: number; stacks: number }): string {
  const count = formatCount(photos);
  return stacks === 0 ? text.selected(count) : text.stacks.selected(count, stacks);
}

/** All actions as buttons if they fit; else the most frequent ones, and a menu with the rest. */
function Actions({ of }: { of: readonly Action[] }): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  const [capacity, setCapacity] = useState(Infinity);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = (): void => {
      setCapacity(placesIn(element));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  const fits = of.length <= capacity;
  // The last slot is for the menu.
  const buttons = fits ? of : of.filter(({ id }) => frequentActions.includes(id)).slice(0, Math.max(0, capacity - 1));
  return (
    <div class="selection-actions" ref={bar}>
      {buttons.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      {!fits && <MoreButton actions={of.filter((action) => !buttons.includes(action))} />}
    </div>
  );
}

/** How many buttons fit side by side into an element. */
function placesIn(element: HTMLElement): number {
  const gap = parseFloat(getComputedStyle(element).columnGap) || 0;
  const buttonWidth = (element.firstElementChild?.getBoundingClientRect().width ?? 0) + gap;
  return buttonWidth > 0 ? Math.floor((element.clientWidth + gap) / buttonWidth) : Infinity;
}
