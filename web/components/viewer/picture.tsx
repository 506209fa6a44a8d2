import type { CSSProperties, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { captureTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { hasNoPicture } from '../../state/viewer/faults.ts';
import { isTurned } from '../../state/viewer/turned.ts';
import { useRecovered, useStoreReturned } from '../hooks/recovered.ts';
import { useFetched } from '../hooks/fetched.ts';
import { MissingPicture } from './missing-picture.tsx';

interface PictureProps {
  readonly item: PhotoItem;
  readonly style: CSSProperties;
}

/** How often an original that failed to load is requested again while the photo store seems reachable. */
const maxRetries = 2;

const fetchMotion = (): Promise<typeof import('./video/live-motion.tsx')> => import('./video/live-motion.tsx');

/** The open photo: its thumbnail at once, and the original over it in the same box while it loads. */
export function Picture({ item, style }: PictureProps): JSX.Element {
  const { open, viewer, connection, watch } = useApp();
  const [hasFailed, setHasFailed] = useState(false);
  const doubts = useRef(0);
  const original = useRef<HTMLImageElement>(null);
  const photo = open.photo.value;
  const view = open.uid.value === item.uid ? open.original.value?.view : undefined;
  const isLost = hasNoPicture(item);
  const shape = `${item.width} ${item.height}`;
  /** The photo, with the sides that it had when its original got its address. */
  const madeFor = useRef({ view, item });
  const { width } = madeFor.current.item;
  // The size of a photo may become known only while it is open.
  if (madeFor.current.view !== view || width === null) madeFor.current = { view, item };
  const hasTurned = isTurned(madeFor.current.item, item);

  useEffect(
    () => () => {
      // Ends the transfer of an original that is no longer shown.
      if (original.current && !original.current.complete) original.current.removeAttribute('src');
    },
    [],
  );

  useEffect(() => {
    // The original will not load, so nothing needs to wait for it.
    if (isLost) open.shown.value = item.uid;
  }, [isLost]);

  const tryAgain = (): void => {
    setHasFailed(false);
  };
  useRecovered(tryAgain);
  useStoreReturned(tryAgain);
  const isAway = watch.storeAway.value;
  useEffect(() => {
    if (isAway) doubts.current = 0;
  }, [isAway]);

  const onError = (): void => {
    setHasFailed(true);
    void connection.doubt();
    // While the store is reachable, a failing original is not requested forever.
    if (doubts.current++ < maxRetries) watch.doubtStore();
    open.shown.value = item.uid;
  };
  const onLoad = (): void => {
    open.shown.value = item.uid;
  };
  /** If the server does not know a photo's size, the loaded picture provides it. */
  const learnSize = ({ currentTarget: { naturalWidth, naturalHeight } }: { currentTarget: HTMLImageElement }): void => {
    if (!item.width || !item.height) viewer.view.setPicture({ width: naturalWidth, height: naturalHeight });
  };
  if ((isLost || hasFailed) && !item.thumb_url) return <MissingPicture item={item} />;
  const isMissed = isAway && !isLost && (hasFailed || open.shown.value !== item.uid);
  const note = isLost || item.fault?.kind === 'incomplete' ? item.fault : null;
  return (
    <>
      <div class="picture" style={style} data-fading={viewer.show.playing.value}>
        {/* Another element for each shape and original: with another address, an element would show its old picture for a while. */}
        {item.thumb_url && <img key={shape} class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
        {view && !isLost && !hasFailed && !hasTurned && (
          <img
            key={view}
            class="original"
            ref={original}
            src={view}
            alt={photo ? (photo.caption ?? captureTime(photo.taken_at_local)) : ''}
            draggable={false}
            onError={onError}
            onLoad={(event) => {
              learnSize(event);
              onLoad();
            }}
          />
        )}
        {photo?.uid === item.uid && photo.motion && !isLost && <Motion uid={item.uid} />}
      </div>
      {isMissed && (
        <p class="stage-note" role="status">
          {text.viewer.storeAway}
        </p>
      )}
      {hasFailed && !isMissed && (
        <p class="stage-note" role="status">
          {text.originalFailed}
        </p>
      )}
      {!hasFailed && !isMissed && note && (
        <p class="stage-note" role="status">
          {text.viewer.faults[note.kind]}
        </p>
      )}
    </>
  );
}

/** Loaded with the first live photo. */
function Motion({ uid }: { uid: string }): JSX.Element | null {
  // If it fails, the picture stays still.
  const [part] = useFetched(fetchMotion);
  return part && <part.LiveMotion uid={uid} />;
}
