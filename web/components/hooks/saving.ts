import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { PartlyDone } from '../../state/partly-done.ts';
import { useAttempts, type Attempts } from './attempts.ts';

/**
 * The attempts to save what a dialog was opened for. It stays open, with all that was typed, until that has succeeded.
 * @param close closes the dialog
 */
export function useSaving(close: () => void): Attempts {
  const { toasts } = useApp();
  const attempts = useAttempts();
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const make = (step: () => Promise<void>): Promise<unknown> =>
    attempts.make(async () => {
      try {
        await step();
      } catch (error) {
        // Another attempt would repeat what is done already; and a dialog that was closed meanwhile cannot show the error.
        if (isOpen.current && !(error instanceof PartlyDone)) throw error;
        toasts.fail(error);
      }
      if (isOpen.current) close();
    });
  return { ...attempts, make };
}
