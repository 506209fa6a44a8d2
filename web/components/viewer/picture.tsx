import type { CSSProperties, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { captureTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { hasNoPicture } from '../../state/viewer/faults.ts';
import { useRecovered } from '../hooks/recovered.ts';
import { Unshown } from './unshown.tsx';

interface PictureProps {
  readonly item: PhotoItem;
  readonly style: CSSProperties;
}

/** The open photo itself: its thumbnail at once, and the original over it, in the same box, as it streams in. */
export function Picture({ item, style }: PictureProps): JSX.Element {
  const { open, viewer, connection } = useApp();
  const [failed, setFailed] = useState(false);
  const original = useRef<HTMLImageElement>(null);
  const photo = open.photo.value;
  const view = open.uid.value === item.uid ? open.original.value?.view : undefined;
  const isVideo = item.kind === 'video';
  const isLost = hasNoPicture(item);

  useEffect(
    () => () => {
      // Ends the transfer of an original that nobody looks at any more.
      if (original.current && !original.current.complete) original.current.removeAttribute('src');
    },
    [],
  );

  useEffect(() => {
    // There is nothing to wait for.
    if (isLost) open.shown.value = item.uid;
  }, [isLost]);

  useRecovered(() => {
    setFailed(false);
  });

  const onError = (): void => {
    setFailed(true);
    void connection.doubt();
    open.shown.value = item.uid;
  };
  const onLoad = (): void => {
    open.shown.value = item.uid;
  };
  /** Of photos whose size the server does not know, the picture tells it. */
  const learnSize = ({ currentTarget: { naturalWidth, naturalHeight } }: { currentTarget: HTMLImageElement }): void => {
    if (!item.width || !item.height) viewer.view.setPicture({ width: naturalWidth, height: naturalHeight });
  };
  if ((isLost || failed) && !item.thumb_url) return <Unshown item={item} />;
  const note = isLost || item.fault?.kind === 'incomplete' ? item.fault : null;
  return (
    <>
      <div class="picture" style={style} data-video={isVideo} data-fading={viewer.show.playing.value}>
        {item.thumb_url && <img class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
        {view && !isVideo && !isLost && !failed && (
          <img
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
        {view && isVideo && !failed && (
          <video src={view} controls preload="metadata" playsInline onLoadedMetadata={onLoad} onError={onError} />
        )}
      </div>
      {failed && (
        <p class="stage-note" role="status">
          {isVideo ? text.videoFailed : text.originalFailed}
        </p>
      )}
      {!failed && note && (
        <p class="stage-note" role="status">
          {text.viewer.faults[note.kind]}
        </p>
      )}
    </>
  );
}
