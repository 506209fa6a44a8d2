import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Message } from '../../components/elements/message.tsx';
import { MoreOfList } from '../../components/elements/more-of-list.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { momentInTime } from '../../state/format.ts';
import { PagedList } from '../../state/server/paged-list.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { inWords } from '../../state/sentences.ts';
import { words } from '../../strings/admin/index.ts';
import { text } from '../../strings/index.ts';
import { locale } from '../../strings/language.ts';

const atOnce = 50;

/** Photos that could not be read, with the reasons. */
export function FailuresSection(): JSX.Element {
  const { api, toasts } = useApp();
  const [busy, setBusy] = useState(false);
  const [list] = useState(
    () =>
      new PagedList(async (from: number | null) => {
        const offset = from ?? 0;
        const { failures, total } = await api.admin.failures({ offset, limit: atOnce });
        const next = offset + failures.length;
        return { items: failures, next: next < total ? next : null };
      }),
  );
  useEffect(() => void list.begin(), []);

  const retry = async (uid?: string): Promise<void> => {
    setBusy(true);
    try {
      const { retried } = await api.admin.retryFailed(uid);
      toasts.say(words.retried(retried));
    } catch (error) {
      toasts.fail(error);
    }
    setBusy(false);
    await list.begin();
  };

  if (list.phase.value === 'there' && list.items.value.length === 0) {
    return <Message level={2} drawing="done" title={words.noFailures} body={words.noFailuresBody} />;
  }
  return (
    <Panel
      title={words.failures}
      hint={words.failuresHint}
      aside={
        <button class="button" type="button" disabled={busy} onClick={() => void retry()}>
          {words.retryAll}
        </button>
      }
    >
      <ul class="rows">
        {list.items.value.map(({ uid, name, error, told, attempts, retry_at }) => (
          <li key={uid}>
            <div class="row-text">
              <a href={formatPlace(placeOf('timeline', { photo: uid }))}>
                <bdi>{name === '' ? uid : name}</bdi>
              </a>
              <span>{inWords(error, told, text.sentences)}</span>
              <small>
                {words.attempts(attempts)}, {words.nextTry(momentInTime(retry_at, locale))}
              </small>
            </div>
            <button
              class="button"
              type="button"
              disabled={busy}
              aria-label={words.retryOf(name)}
              onClick={() => void retry(uid)}
            >
              {words.retryOne}
            </button>
          </li>
        ))}
      </ul>
      <MoreOfList list={list} label={words.showMore} />
    </Panel>
  );
}
