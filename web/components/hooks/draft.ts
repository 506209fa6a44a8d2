import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

/**
 * The state of a text field, which survives when the session ends while it is being edited.
 * @param name of the field, unique in the app
 */
export function useDraft(name: string, initial: string): [string, (typed: string) => void] {
  const { drafts, session } = useApp();
  const [state, setState] = useState({ name, typed: drafts.get(name) ?? initial });
  // With another name, it is another field, such as the same one for the next photo.
  const typed = state.name === name ? state.typed : (drafts.get(name) ?? initial);
  useEffect(
    () => () => {
      const state = session.state.peek();
      if (state.is !== 'signed-out' || !state.ended) drafts.drop(name);
    },
    [name],
  );
  const set = (next: string): void => {
    setState({ name, typed: next });
    if (next === initial) drafts.drop(name);
    else drafts.keep(name, next);
  };
  return [typed, set];
}
