import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChecksAnswer } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Panel } from '../../components/elements/panel.tsx';
import { formatCount } from '../../state/format.ts';
import { inWords } from '../../state/sentences.ts';
import { words } from '../../strings/admin/index.ts';
import { text } from '../../strings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

/** Runs the health checks, and shows what to do about failures. */
export function ChecksSection(): JSX.Element {
  const { api } = useApp();
  const [answer, setAnswer] = useState<ChecksAnswer | null>(null);
  const { busy, failure, make } = useAttempts();
  const run = (): void => {
    void make(async () => {
      setAnswer(await api.admin.runChecks());
    });
  };
  const wrong = answer?.checks.filter(({ ok }) => !ok).length ?? 0;
  return (
    <Panel
      title={words.checks}
      hint={words.checksHint}
      aside={
        <button class="button" type="button" disabled={busy} onClick={run}>
          {busy ? words.running : words.runChecks}
        </button>
      }
    >
      <p class="outcome" role="status">
        {answer && !busy && <strong>{wrong === 0 ? words.allWell : words.notWell(wrong)}</strong>}
        {failure !== null && <span class="failure">{failure}</span>}
      </p>
      {answer && (
        <ul class="rows" aria-busy={busy}>
          {[...answer.checks]
            .sort((a, b) => Number(a.ok) - Number(b.ok))
            .map(({ id, ok, detail, told, ms }) => (
              <li key={id}>
                <div class="row-text">
                  <span>{words.checkNames[id] ?? id}</span>
                  <span class={ok ? 'hint' : undefined}>{inWords(detail, told, text.sentences)}</span>
                </div>
                <small class="hint">{words.took(formatCount(ms))}</small>
                <span class="badge" data-good={ok} data-bad={!ok}>
                  {ok ? words.well : words.toDo}
                </span>
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}
