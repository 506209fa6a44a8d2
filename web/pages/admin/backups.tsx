import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { takeBackup } from '../../actions/admin-actions.ts';
import { useApp } from '../../app.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { fileSize } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { locale } from '../../strings/language.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { BackupCopiesPanel } from './backup-copies.tsx';
import { BackupRow } from './backup-row.tsx';
import { PruneForm } from './prune-form.tsx';
import { SchedulePanel } from './schedule.tsx';

/** Snapshots of the index: take, keep and delete them, and how to restore one. */
export function BackupsSection(): JSX.Element {
  const app = useApp();
  const [loaded, reload] = useLoaded((stop) => app.api.backups.list(stop), []);
  const [pruning, setPruning] = useState(false);
  const { busy, failure, make } = useAttempts();
  const take = (): void => {
    void make(async () => {
      await takeBackup.run(app);
      reload();
    });
  };
  return (
    <>
      <Panel
        title={words.backups}
        hint={words.backupsHint}
        aside={
          <button class="button primary" type="button" disabled={busy} onClick={take}>
            {busy ? words.takingBackup : words.takeBackup}
          </button>
        }
      >
        {busy && <progress class="wide" aria-label={words.takingBackup} />}
        <p class="failure" role="alert">
          {failure}
        </p>
        <WhenLoaded of={loaded} again={reload}>
          {({ backups, total_bytes: bytes }) =>
            backups.length === 0 ? (
              <p>{words.noBackups}</p>
            ) : (
              <>
                <ul class="rows">
                  {backups.map((backup) => (
                    <BackupRow key={backup.name} backup={backup} changed={reload} />
                  ))}
                </ul>
                <p class="hint">{words.totalSize(backups.length, fileSize(bytes, locale))}</p>
                {pruning ? (
                  <PruneForm
                    there={backups.length}
                    close={() => {
                      setPruning(false);
                      reload();
                    }}
                  />
                ) : (
                  backups.length > 1 && (
                    <div class="buttons">
                      <button
                        class="button"
                        type="button"
                        onClick={() => {
                          setPruning(true);
                        }}
                      >
                        {words.prune}
                      </button>
                    </div>
                  )
                )}
              </>
            )
          }
        </WhenLoaded>
      </Panel>
      <SchedulePanel />
      <BackupCopiesPanel />
    </>
  );
}
