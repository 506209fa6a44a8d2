import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { PartlyDone } from '../../state/partly-done.ts';
import { useAttempts, type Attempts } from './attempts.ts';

interface Saving extends Omit<Attempts, 'make'> {
  /** As of `Attempts`. @param step is given what stops it between two of its parts */
  readonly make: (step: (stop: AbortSignal) => Promise<void>) => Promise<unknown>;
  /** Stops the attempt that is under way; null if it was stopped already, or is not done in parts. */
  readonly stop: (() => void) | null;
}

/**
 * The attempts to save what a dialog was opened for. It stays open, with all that was typed, until that has succeeded.
 * @param close closes the dialog
 */
export function useSaving(close: () => void, { inParts = false } = {}): Saving {
  const { toasts } = useApp();
  const attempts = useAttempts();
  const [stopper, setStopper] = useState<AbortController | null>(null);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const make = (step: (stop: AbortSignal) => Promise<void>): Promise<unknown> =>
    attempts.make(async () => {
      const next = new AbortController();
      setStopper(inParts ? next : null);
      try {
        await step(next.signal);
      } catch (error) {
        // Another attempt would repeat what is done already; and a dialog that was closed meanwhile cannot show the error.
        if (isOpen.current && !(error instanceof PartlyDone)) throw error;
        toasts.fail(error);
      }
      if (isOpen.current) close();
    });
  const stop = (): void => {
    stopper?.abort();
    setStopper(null);
  };
  return { ...attempts, make, stop: stopper && stop };
}
