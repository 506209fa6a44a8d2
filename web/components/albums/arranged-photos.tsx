import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { Arrangement } from '../../state/albums/arrangement.ts';
import { shortCaptureTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/albums/index.ts';
import { RetriedImage } from '../elements/retried-image.tsx';
import { useArrangeDrag } from './arrange-drag.ts';

interface ArrangedPhotosProps {
  readonly photos: readonly PhotoItem[];
  /** @param before the uid of the photo that follows it now; null at the end */
  readonly save: (uid: string, before: string | null) => Promise<void>;
}

/** A grid of photos that can be reordered by mouse, touch or keyboard. */
export function ArrangedPhotos({ photos, save }: ArrangedPhotosProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const arrangement = useMemo(() => new Arrangement(photos), [photos]);
  const [focused, setFocused] = useState(photos[0]?.uid ?? '');
  const [announcement, setAnnouncement] = useState('');
  const toFocus = useRef<string | null>(null);
  const { order } = arrangement;

  const settle = (uid: string): void => {
    const before = arrangement.settle(uid);
    if (before === undefined) return;
    setAnnouncement(words.moved(arrangement.indexOf(uid) + 1, order.length));
    void save(uid, before);
  };
  const drag = useArrangeDrag(list, {
    move: (uid, to) => {
      arrangement.move(uid, to);
    },
    settle,
  });

  const focus = (index: number): void => {
    const uid = arrangement.order[index]?.uid;
    if (uid === undefined) return;
    setFocused(uid);
    toFocus.current = uid;
  };
  // A moved photo loses the focus; it is restored when the photo is drawn in its new place, so that the next key works.
  useLayoutEffect(() => {
    const uid = toFocus.current;
    toFocus.current = null;
    if (uid !== null) list.current?.querySelector<HTMLElement>(`[data-uid="${CSS.escape(uid)}"]`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent, index: number, uid: string): void => {
    const step = steps(list.current)[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(order.length - 1, index + step));
    if (event.altKey) {
      arrangement.move(uid, to);
      settle(uid);
    }
    focus(to);
  };
  return (
    <>
      <p class="hint" id="arrange-hint">
        {words.arrangeHint}
      </p>
      <p class="unseen" role="status">
        {announcement}
      </p>
      <ul ref={list} class="arranged-photos" data-dragging={drag.dragged !== null} {...drag.handlers}>
        {order.map((photo, index) => (
          <li key={photo.uid}>
            <button
              type="button"
              data-uid={photo.uid}
              data-dragged={drag.dragged === photo.uid}
              tabIndex={photo.uid === focused ? 0 : -1}
              aria-describedby="arrange-hint"
              aria-label={words.position(index + 1, order.length, labelOf(photo))}
              onFocus={() => {
                setFocused(photo.uid);
              }}
              onKeyDown={(event) => {
                onKeyDown(event, index, photo.uid);
              }}
            >
              {photo.thumb_url && <RetriedImage url={photo.thumb_url} lazy />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const labelOf = ({ kind, taken_at_local }: PhotoItem): string =>
  text.photoLabel(text.kinds[kind], shortCaptureTime(taken_at_local));

/** How many photos an arrow key moves. */
function steps(list: HTMLElement | null): Readonly<Record<string, number>> {
  const columns = list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1;
  return {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -Infinity,
    End: Infinity,
  };
}
