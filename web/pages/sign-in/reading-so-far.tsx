import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import { usePolled } from '../../components/hooks/polled.ts';
import { formatCount } from '../../state/format.ts';
import { words } from '../../strings/first-start/index.ts';
import { text } from '../../strings/index.ts';

/** Milliseconds. */
const every = 2000;

/** How far the server has come with the photos, while somebody fills in a form. */
export function ReadingSoFar(): JSX.Element {
  const { api } = useApp();
  const poll = usePolled(() => api.server.status(), every);
  const status = poll.value.value;
  const { done = 0, total = 0 } = status?.stats.photos ?? {};
  const { title, atLeast } = text.frame.reading;
  const numbers = [formatCount(done), formatCount(total)] as const;
  const sentence = status?.indexing.counting ? `${title}: ${atLeast(...numbers)}` : words.reading(...numbers);
  return <p class="who">{total > 0 && sentence}</p>;
}
