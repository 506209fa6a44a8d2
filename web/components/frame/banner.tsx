import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** A notice while the server is unreachable. */
export function Banner(): JSX.Element {
  const { connection } = useApp();
  return (
    <div class="banner" role="status">
      {connection.lost.value && <p>{text.serverLost}</p>}
    </div>
  );
}
