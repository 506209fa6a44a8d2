import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../elements/icon.tsx';
import { useRetried } from '../hooks/retried.ts';

/** A face, or where there is no picture of it, its sign. Round for people, square for single faces. */
export function FacePicture({ url, shape = 'round' }: { url: string | null; shape?: 'round' | 'square' }): JSX.Element {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { attempt, picture, onError } = useRetried(url);
  return (
    <span class="face-picture" data-shape={shape}>
      {url === null ? (
        <Icon name="face" />
      ) : (
        <img
          key={attempt}
          ref={picture}
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded === url}
          onLoad={() => {
            setLoaded(url);
          }}
          onError={onError}
        />
      )}
    </span>
  );
}
