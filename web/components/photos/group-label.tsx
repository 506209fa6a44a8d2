import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { dayName, formatCount, monthName } from '../../state/format.ts';
import type { Heading } from '../../state/photos/justified-layout.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { text } from '../../strings/index.ts';

/** The widths of most letters, and of the tick, in pixels. */
const letter = 8.5;
const titleLetter = 11;
const tick = 36;

interface GroupLabelProps {
  readonly grid: PhotoGrid;
  readonly heading: Heading;
  /** Whether its tick is in the tab order. */
  readonly reachable: boolean;
}

/** The label above the first photo of a month or day, with a tick that selects all of its photos. */
export function GroupLabel({ grid, heading, reachable }: GroupLabelProps): JSX.Element {
  const { selection } = useApp();
  const { year, month, day, start, count, width, isTitle } = heading;
  const titles = grid.titlesOf(heading);
  const full = titles?.[0] ?? nameOf(year, month, day);
  const photos = text.photoCount(formatCount(count), count === 1);
  const maxLetters = (width - tick) / ((isTitle ? titleLetter : letter) * grid.textScale);
  const fits = ({ length }: string): boolean => length <= maxLetters;
  const name = fits(full)
    ? full
    : titles
      ? (titles.find(fits) ?? titles.at(-1) ?? full)
      : nameOf(year, month, day, 'short');
  const Level = day === 0 ? 'h2' : 'h3';
  const isPicked = selection.hasRange(grid, start, start + count);
  return (
    <div
      class="group-label"
      style={{ left: heading.x, top: heading.y, width, height: heading.height }}
      data-start={start}
      data-count={count}
      data-picked={isPicked}
      data-title={isTitle}
    >
      <Level class={day === 0 ? 'month' : 'day'} title={name === full ? undefined : full}>
        {name}
        {maxLetters >= full.length + photos.length + 1 && (
          <small>
            <span class="unseen">, </span>
            {photos}
          </small>
        )}
      </Level>
      <button
        class="group-tick"
        type="button"
        tabIndex={reachable ? 0 : -1}
        aria-pressed={isPicked}
        aria-label={text.selectGroup(full, photos)}
      />
    </div>
  );
}

function nameOf(year: number, month: number, day: number, length: 'long' | 'short' = 'long'): string {
  return day === 0 ? monthName(year, month, undefined, length) : dayName(year, month, day, undefined, length);
}

/** The range of photos of the label under the pointer. */
export function groupOf(target: EventTarget | null): { first: number; last: number } | null {
  const label = target instanceof Element ? target.closest<HTMLElement>('.group-label') : null;
  if (!label) return null;
  const first = Number(label.dataset['start']);
  return { first, last: first + Number(label.dataset['count']) };
}
