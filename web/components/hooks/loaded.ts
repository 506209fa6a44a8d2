import { useEffect, useState } from 'preact/hooks';
import { useRecovered } from './recovered.ts';

/** The state of a request. */
export type Loaded<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Sends a request when the component mounts, and when a value in `of` changes; the old result stays until the new one
 * arrives. Obsolete requests are cancelled; a failed one is repeated when the server is back.
 * @returns the state, and a function that repeats the request
 */
export function useLoaded<T>(ask: (stop: AbortSignal) => Promise<T>, of: readonly unknown[]): [Loaded<T>, () => void] {
  const [state, setState] = useState<Loaded<T>>({ is: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const over = new AbortController();
    ask(over.signal).then(
      (value) => {
        if (!over.signal.aborted) setState({ is: 'there', value });
      },
      (error: unknown) => {
        if (!over.signal.aborted)
          setState({ is: 'failed', why: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      over.abort();
    };
  }, [...of, turn]);
  const reload = (): void => {
    setTurn((turn) => turn + 1);
  };
  useRecovered(() => {
    if (state.is === 'failed') reload();
  });
  return [state, reload];
}
