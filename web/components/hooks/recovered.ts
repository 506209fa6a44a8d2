import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Calls `then` each time the connection to the server is restored, while the component is mounted. */
export function useRecovered(then: () => void): void {
  useNext(useApp().connection.recoveries.value, then);
}

/** Calls `then` each time the photo store is reachable after an original failed to load, while the component is mounted. */
export function useStoreReturned(then: () => void): void {
  useNext(useApp().watch.storeReturns.value, then);
}

function useNext(now: number, then: () => void): void {
  const seen = useRef(now);
  useEffect(() => {
    if (seen.current === now) return;
    seen.current = now;
    then();
  }, [now]);
}
