import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { momentInTime } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { useRetried } from '../hooks/retried.ts';

/** A photo on a shelf: as high as all others there, as wide as it is. */
export function PhotoThumb({ photo, href }: { photo: PhotoItem; href: string }): JSX.Element {
  const [loaded, setLoaded] = useState(false);
  const { attempt, picture, onError } = useRetried(photo.thumb_url);
  const { width, height } = photo;
  const aspect = width && height ? Math.min(2, Math.max(0.6, width / height)) : 4 / 3;
  return (
    <a
      class="photo-thumb"
      href={href}
      style={{ aspectRatio: String(aspect) }}
      aria-label={text.photoLabel(text.kinds[photo.kind], momentInTime(photo.taken_at))}
    >
      {photo.thumb_url && (
        <img
          key={attempt}
          ref={picture}
          src={photo.thumb_url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          data-loaded={loaded}
          onLoad={() => {
            setLoaded(true);
          }}
          onError={onError}
        />
      )}
    </a>
  );
}
