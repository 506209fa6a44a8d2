import type { JSX } from 'preact';
import type { BackupTargets } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Facts, Panel } from '../../components/elements/panel.tsx';
import { usePolled } from '../../components/hooks/polled.ts';
import { fileSize, momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';

const every = 5000;

/** Copies of the backups that plugins store elsewhere; nothing if no plugin does. */
export function BackupCopiesPanel(): JSX.Element | null {
  const { api } = useApp();
  const { copies } = words;
  const targets = usePolled(() => api.backups.targets(), every).value.value?.targets ?? [];
  if (targets.length === 0) return null;
  return (
    <Panel title={copies.title} hint={copies.hint}>
      <Facts of={targets.map((target) => [target.plugin, <TargetState key={target.plugin} {...target} />])} />
    </Panel>
  );
}

function TargetState({ ready, last, current, failure }: BackupTargets['targets'][number]): JSX.Element {
  const { copies } = words;
  if (!ready) return <p>{copies.notReady}</p>;
  return (
    <>
      <p>{last ? copies.last(momentInTime(last.at)) : copies.none}</p>
      {current && <p>{copies.copying(fileSize(current.size), momentInTime(current.since))}</p>}
      {failure && (
        <p class="hint">
          {copies.failing(failure.attempts, momentInTime(failure.since))} <q>{failure.reason}</q>{' '}
          {failure.next_at !== null && copies.next(momentInTime(failure.next_at))}
        </p>
      )}
    </>
  );
}
