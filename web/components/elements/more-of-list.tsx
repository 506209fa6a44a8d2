import type { JSX } from 'preact';
import type { PagedList } from '../../state/server/paged-list.ts';
import { text } from '../../strings/index.ts';
import { TryAgain } from './try-again.tsx';

/** The end of a paged list: a button for more, a loading note, or an error. */
export function MoreOfList<T, Mark>(props: { list: PagedList<T, Mark>; label: string }): JSX.Element | null {
  const { list, label } = props;
  const failure = list.failure.value;
  if (failure !== null) {
    const retry = list.phase.value === 'failed' ? () => list.begin() : () => list.more();
    return (
      <div class="buttons">
        <p class="failure">{failure}</p>
        <TryAgain run={() => void retry()} />
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
