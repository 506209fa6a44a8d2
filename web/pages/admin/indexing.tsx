import type { JSX } from 'preact';
import type { IndexerState } from '../../../core/http/wire.ts';
import { lookNow } from '../../actions/admin-actions.ts';
import { perform } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { duration, momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { inWords } from '../../state/sentences.ts';
import { text } from '../../strings/index.ts';
import { locale } from '../../strings/language.ts';

/** The progress of indexing. */
export function IndexingPanel({ indexer, refresh }: { indexer: IndexerState; refresh: () => void }): JSX.Element {
  const app = useApp();
  const status = app.watch.status.value;
  const indexing = status?.indexing;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const running = indexing?.running === true && indexing.total > 0;
  const { photos = 0, pending = 0, failed = 0 } = status ?? {};
  const indexed = running ? indexing.done : photos;
  const total = running ? indexing.total : photos + pending + failed;
  const rate = running ? indexing.rate : 0;
  const eta = running ? indexing.eta : null;
  return (
    <Panel title={words.indexing} aside={<span class="badge">{words.states[indexer.state] ?? indexer.state}</span>}>
      <div class="reading">
        <progress max={Math.max(1, total)} value={indexed} aria-label={words.indexing} />
        <p>
          {words.read(number.format(indexed), number.format(total))}
          {rate > 0 && `, ${words.perSecond(number.format(rate))}`}
          {eta !== null && `, ${text.timeLeft(duration(eta))}`}
        </p>
      </div>
      {indexer.trouble && (
        <p class="failure">
          {inWords(indexer.trouble.message, indexer.trouble.told, text.sentences)}{' '}
          {words.tryAgainAt(momentInTime(indexer.trouble.retry_at))}
        </p>
      )}
      {failed > 0 && (
        <p>
          <a href="#/admin/failures">{words.failedLink(number.format(failed), failed === 1)}</a>
        </p>
      )}
      <div class="buttons">
        <button class="button" type="button" onClick={() => void perform(lookNow, app).then(refresh)}>
          {words.lookNow}
        </button>
        <span class="hint">
          {text.labelled(
            words.lastLook,
            indexer.last_sync_at === null ? words.never : momentInTime(indexer.last_sync_at),
          )}
        </span>
      </div>
    </Panel>
  );
}
