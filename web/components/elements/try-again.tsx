import type { JSX } from 'preact';
import { text } from '../../strings/index.ts';
import { useRecovered } from '../hooks/recovered.ts';

/** For what could not be had: asks again when pressed, and by itself when a lost server is back. */
export function TryAgain({ run }: { run: () => void }): JSX.Element {
  useRecovered(run);
  return (
    <button class="button" type="button" onClick={run}>
      {text.tryAgain}
    </button>
  );
}
