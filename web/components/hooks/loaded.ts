import { useEffect, useState } from 'preact/hooks';
import { useRecovered } from './recovered.ts';

/** What is shown of something that the server is asked for. */
export type Loaded<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Asks for something when the page comes, and again when one of `of` changes; what was there stays until the new answer.
 * An answer that nobody waits for any more is given up; what failed is asked for again when a lost server is back.
 * @returns it, and how to ask again
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
  const again = (): void => {
    setTurn((before) => before + 1);
  };
  useRecovered(() => {
    if (state.is === 'failed') again();
  });
  return [state, again];
}
