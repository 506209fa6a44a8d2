import { useEffect, useState } from 'preact/hooks';

/** What is shown of something that the server is asked for. */
export type Loaded<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Asks for something when the page comes, and again when one of `of` changes; what was there stays until the new answer.
 * @returns it, and how to ask again
 */
export function useLoaded<T>(ask: () => Promise<T>, of: readonly unknown[]): [Loaded<T>, () => void] {
  const [state, setState] = useState<Loaded<T>>({ is: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    ask().then(
      (value) => {
        if (!isOver) setState({ is: 'there', value });
      },
      (error: unknown) => {
        if (!isOver) setState({ is: 'failed', why: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [...of, turn]);
  return [
    state,
    () => {
      setTurn((before) => before + 1);
    },
  ];
}
