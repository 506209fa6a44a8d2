import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { useRecovered } from './recovered.ts';

/** Milliseconds before a picture is requested again from a server that answers. */
const pause = 2000;

interface RetriedPicture {
  /** A key for the element, which changes with each attempt. */
  readonly attempt: string;
  readonly picture: RefObject<HTMLImageElement>;
  readonly onError: () => void;
}

/**
 * For pictures that may fail to load: a picture is requested again when the server is back, and once more if the server
 * answers. Leaving the page cancels it.
 */
export function useRetried(url: string | null): RetriedPicture {
  const { connection } = useApp();
  const picture = useRef<HTMLImageElement>(null);
  const [tries, setTries] = useState(0);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const retry = (): void => {
    setFailedUrl(null);
    setTries((tries) => tries + 1);
  };
  useRecovered(() => {
    if (failedUrl !== null && failedUrl === url) retry();
  });
  const attempt = `${tries} ${url ?? ''}`;
  useEffect(() => {
    const element = picture.current;
    // A cancelled picture frees its slot in the browser's queue.
    return () => {
      if (element && !element.complete) element.removeAttribute('src');
    };
  }, [attempt]);
  const onError = (): void => {
    setFailedUrl(url);
    void connection.doubt().then((isThere) => {
      if (isThere && tries === 0) setTimeout(retry, pause);
    });
  };
  return { attempt, picture, onError };
}
