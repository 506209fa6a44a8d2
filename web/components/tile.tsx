import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhotoItem } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { momentInTime } from '../state/format.ts';
import type { Box } from '../state/justified-layout.ts';
import { formatPlace } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { useRetried } from './retried.ts';
import { dontPaint, paintSoon } from './thumbhash.ts';

interface TileProps {
  readonly index: number;
  readonly item: PhotoItem | undefined;
  readonly box: Box;
  /** Whether the tab key stops here. */
  readonly reachable: boolean;
  readonly picked: boolean;
}

/** One photo of a list. Without an item it holds the place of a photo that is still to be loaded. */
export function Tile({ index, item, box, reachable, picked }: TileProps): JSX.Element {
  const { router } = useApp();
  const style = { left: box.x, top: box.y, width: box.width, height: box.height };
  if (!item) return <div class="tile" style={style} />;
  return (
    <a
      class="tile"
      style={style}
      href={formatPlace({ ...router.place.peek(), photo: item.uid })}
      aria-label={label(item, picked)}
      tabIndex={reachable ? 0 : -1}
      data-index={index}
      data-favorite={item.favorited_by_me}
      data-kind={item.kind}
      data-picked={picked}
    >
      <Thumbnail key={item.uid} url={item.thumb_url} hash={item.thumbhash} />
      <span class="pick" aria-hidden="true" />
    </a>
  );
}

/** A thumbnail over its placeholder, which goes away under the loaded picture. */
function Thumbnail({ url, hash }: { url: string | null; hash: string | null }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [loaded, setLoaded] = useState(false);
  const { attempt, onError } = useRetried(url);

  useEffect(() => {
    const element = canvas.current;
    if (!element || !hash) return;
    paintSoon(element, hash);
    return () => {
      dontPaint(element);
    };
  }, [hash, loaded]);

  useEffect(() => {
    // A picture that leaves the page while it loads would keep its place in the browser's queue.
    return () => {
      const element = picture.current;
      if (element && !element.complete) element.removeAttribute('src');
    };
  }, []);

  return (
    <>
      {hash && !loaded && <canvas ref={canvas} />}
      {url && (
        <img
          key={attempt}
          ref={picture}
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded}
          onLoad={() => {
            setLoaded(true);
          }}
          onError={onError}
        />
      )}
    </>
  );
}

function label(item: PhotoItem, picked: boolean): string {
  const said = text.photoLabel(text.kinds[item.kind], momentInTime(item.taken_at));
  return [said, item.favorited_by_me && text.favorite, picked && text.picked].filter(Boolean).join(', ');
}
