import type { CSSProperties, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SharedPhoto } from '../../core/http/wire.ts';
import { drawThumbhash } from '../state/photos/thumbhash.ts';
import { Glyph } from './glyph.tsx';
import { labelOf, lengthOf } from './label.ts';

export interface TileProps {
  readonly photo: SharedPhoto;
  readonly index: number;
  readonly total: number;
  readonly style: CSSProperties;
}

/** A photo in the grid, which opens it. */
export function Tile({ photo, index, total, style }: TileProps): JSX.Element {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <li style={style} aria-setsize={total} aria-posinset={index + 1}>
      <a class="shared-tile" href={`#${index + 1}`} aria-label={labelOf(photo, index, total)}>
        {photo.thumbhash && !isLoaded && <Hash hash={photo.thumbhash} />}
        {photo.thumb_url && (
          <img
            src={photo.thumb_url}
            alt=""
            decoding="async"
            draggable={false}
            data-loaded={isLoaded}
            onLoad={() => {
              setLoaded(true);
            }}
          />
        )}
        {photo.kind === 'video' && (
          <span class="shared-length" aria-hidden="true">
            {photo.duration !== null && lengthOf(photo.duration)}
            <Glyph name="play" />
          </span>
        )}
      </a>
    </li>
  );
}

/** The placeholder of a photo until it is loaded. */
function Hash({ hash }: { hash: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const placeholder = drawThumbhash(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)));
    const element = canvas.current;
    if (!placeholder || !element) return;
    element.width = placeholder.width;
    element.height = placeholder.height;
    element
      .getContext('2d')
      ?.putImageData(new ImageData(placeholder.rgba, placeholder.width, placeholder.height), 0, 0);
  }, [hash]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
