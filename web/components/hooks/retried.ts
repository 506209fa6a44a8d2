import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { useRecovered } from './recovered.ts';

/** Milliseconds until a picture is asked for once more of a server that is there. */
const pause = 2000;

interface Retried {
  /** For the element: new with each try. */
  readonly attempt: string;
  readonly picture: RefObject<HTMLImageElement>;
  readonly onError: () => void;
}

/**
 * For a picture that may fail to come: asked for again when a lost server is back, and once when the server is there.
 * One that leaves the page while it loads is given up.
 */
export function useRetried(url: string | null): Retried {
  const { connection } = useApp();
  const picture = useRef<HTMLImageElement>(null);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const again = (): void => {
    setFailed(null);
    setTries((before) => before + 1);
  };
  useRecovered(() => {
    if (failed !== null && failed === url) again();
  });
  const attempt = `${tries} ${url ?? ''}`;
  useEffect(() => {
    const element = picture.current;
    // It would keep its place in the browser's queue.
    return () => {
      if (element && !element.complete) element.removeAttribute('src');
    };
  }, [attempt]);
  const onError = (): void => {
    setFailed(url);
    void connection.doubt().then((isThere) => {
      if (isThere && tries === 0) setTimeout(again, pause);
    });
  };
  return { attempt, picture, onError };
}
