import type { JSX } from 'preact';
import type { PagedList } from '../../state/server/paged-list.ts';
import { text } from '../../strings/index.ts';
import { TryAgain } from './try-again.tsx';

/** What stands at the end of a list that comes in parts: more of it, that it loads, or why it could not be had. */
export function MoreOfList<T, Mark>(props: { list: PagedList<T, Mark>; label: string }): JSX.Element | null {
  const { list, label } = props;
  const failure = list.failure.value;
  if (failure !== null) {
    const again = list.phase.value === 'failed' ? () => list.begin() : () => list.more();
    return (
      <div class="buttons">
        <p class="failure">{failure}</p>
        <TryAgain run={() => void again()} />
      </div>
    );
  }
  if (list.phase.value === 'loading') return <p class="hint">{text.starting}</p>;
  if (!list.hasMore) return null;
  return (
    <div class="buttons">
      <button class="button" type="button" disabled={list.busy.value} onClick={() => void list.more()}>
        {label}
      </button>
    </div>
  );
}
