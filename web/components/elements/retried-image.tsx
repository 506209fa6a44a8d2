import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useRetried } from '../hooks/retried.ts';

/** A picture that shows once it is there, and is asked for again when it does not come. The text beside it says what it is. */
export function RetriedImage({ url, lazy = false }: { url: string; lazy?: boolean }): JSX.Element {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { attempt, picture, onError } = useRetried(url);
  return (
    <img
      key={attempt}
      ref={picture}
      src={url}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      draggable={false}
      data-loaded={loaded === url}
      onLoad={() => {
        setLoaded(url);
      }}
      onError={onError}
    />
  );
}
