import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { shortWhen } from '../../state/viewer/when.ts';
import { locale, placeName } from '../../strings/language.ts';
import { text } from '../../strings/index.ts';

/** When and where the open photo was taken, and which one of its list it is; told to screen readers with each photo. */
export function PhotoCaption(): JSX.Element {
  const { open } = useApp();
  const item = open.item.value;
  const position = open.position.value;
  const { day, clock } = shortWhen(item?.taken_at_local ?? '', locale);
  const nth = position?.found
    ? text.viewer.position(formatCount(position.index + 1), formatCount(open.total.value))
    : null;
  return (
    <div class="photo-caption" aria-live="polite">
      <p class="when">
        {day} {clock && <span>{clock}</span>}
      </p>
      <p class="where">
        {item?.place && <bdi>{placeName(item.place)}</bdi>}
        {nth && <span class="nth">{nth}</span>}
      </p>
    </div>
  );
}
