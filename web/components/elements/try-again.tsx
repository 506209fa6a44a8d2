import type { JSX } from 'preact';
import { text } from '../../strings/index.ts';
import { useRecovered } from '../hooks/recovered.ts';

/** A button that retries a failed request; it also retries when the server is back. */
export function TryAgain({ run }: { run: () => void }): JSX.Element {
  useRecovered(run);
  return (
    <button class="button" type="button" onClick={run}>
      {text.tryAgain}
    </button>
  );
}
