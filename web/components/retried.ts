import { useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { useRecovered } from './recovered.ts';

/** Milliseconds until a picture is asked for once more of a server that is there. */
const pause = 2000;

/**
 * For a picture that may fail to come: asked for again when a lost server is back, and once when the server is there.
 * @returns a key for the element, new with each try, and what to do when it fails
 */
export function useRetried(url: string | null): { attempt: string; onError: () => void } {
  const { connection } = useApp();
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const again = (): void => {
    setFailed(null);
    setTries((before) => before + 1);
  };
  useRecovered(() => {
    if (failed !== null && failed === url) again();
  });
  const onError = (): void => {
    setFailed(url);
    void connection.doubt().then((isThere) => {
      if (isThere && tries === 0) setTimeout(again, pause);
    });
  };
  return { attempt: `${tries} ${url ?? ''}`, onError };
}
