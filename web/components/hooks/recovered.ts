import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Calls `then` each time the server came back while this shows. */
export function useRecovered(then: () => void): void {
  const { connection } = useApp();
  const now = connection.recoveries.value;
  const seen = useRef(now);
  useEffect(() => {
    if (seen.current === now) return;
    seen.current = now;
    then();
  }, [now]);
}
