import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** Says quietly that the server is lost, for as long as it is. */
export function Banner(): JSX.Element {
  const { connection } = useApp();
  return (
    <div class="banner" role="status">
      {connection.lost.value && <p>{text.serverLost}</p>}
    </div>
  );
}
