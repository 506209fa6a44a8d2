import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

/**
 * What is typed into a field: the state of a component, which comes back when the session ended by itself meanwhile.
 * @param name of the field, among all of the app
 */
export function useDraft(name: string, initial: string): [string, (typed: string) => void] {
  const { drafts, session } = useApp();
  const [typed, setTyped] = useState(drafts.get(name) ?? initial);
  useEffect(
    () => () => {
      const state = session.state.peek();
      if (state.is !== 'signed-out' || !state.ended) drafts.drop(name);
    },
    [name],
  );
  const set = (next: string): void => {
    setTyped(next);
    if (next === initial) drafts.drop(name);
    else drafts.keep(name, next);
  };
  return [typed, set];
}
