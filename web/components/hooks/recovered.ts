import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Calls `onRecovered` each time the connection to the server is restored, while the component is mounted. */
export function useRecovered(onRecovered: () => void): void {
  useChange(useApp().connection.recoveries.value, onRecovered);
}

/** Calls `onReturned` each time the photo store is reachable after an original failed to load, while the component is mounted. */
export function useStoreReturned(onReturned: () => void): void {
  useChange(useApp().watch.storeReturns.value, onReturned);
}

function useChange(value: number, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    onChange();
  }, [value]);
}
