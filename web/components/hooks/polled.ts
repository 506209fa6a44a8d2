import { useEffect, useState } from 'preact/hooks';
import { Poll } from '../../state/server/poll.ts';

/** Repeats a request while the page is visible. */
export function usePolled<T>(ask: () => Promise<T>, every: number): Poll<T> {
  const [poll] = useState(
    () =>
      new Poll({
        ask,
        isSeen: () => document.visibilityState === 'visible',
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        every,
      }),
  );
  useEffect(() => poll.start(), []);
  return poll;
}
