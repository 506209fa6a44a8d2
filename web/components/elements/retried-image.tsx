import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useRetried } from '../hooks/retried.ts';

/** An image that is shown when loaded, and requested again if it fails. The text beside it describes it. */
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
