import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { captureTime } from '../state/format.ts';
import { text } from '../strings/index.ts';

/** The open photo: its thumbnail at once, and the original over it as it streams in. */
export function Stage(): JSX.Element {
  const { open } = useApp();
  const [failed, setFailed] = useState(false);
  const original = useRef<HTMLImageElement>(null);
  const item = open.item.value;
  const photo = open.photo.value;
  const view = open.original.value?.view;

  useEffect(
    () => () => {
      // Ends the transfer of an original that nobody looks at any more.
      if (original.current && !original.current.complete) original.current.removeAttribute('src');
    },
    [],
  );

  const onError = (): void => {
    setFailed(true);
  };
  // A picture smaller than the window is not blown up.
  const size = item?.width && item.height ? { maxWidth: item.width, maxHeight: item.height } : {};
  return (
    <>
      <div class="picture" style={size}>
        {item?.thumb_url && <img class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
        {view && item?.kind !== 'video' && !failed && (
          <img
            class="original"
            ref={original}
            src={view}
            alt={photo ? (photo.caption ?? captureTime(photo.taken_at_local)) : ''}
            draggable={false}
            onError={onError}
          />
        )}
        {view && item?.kind === 'video' && !failed && (
          <video src={view} controls preload="metadata" onError={onError} />
        )}
      </div>
      {failed && (
        <p class="stage-note" role="status">
          {item?.kind === 'video' ? text.videoFailed : text.originalFailed}
        </p>
      )}
    </>
  );
}
