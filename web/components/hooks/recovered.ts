import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Calls `then` each time the server came back while this shows. */
export function useRecovered(then: () => void): void {
  useNext(useApp().connection.recoveries.value, then);
}

/** Calls `then` each time the photo store is found to be there, after an original did not come, while this shows. */
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
