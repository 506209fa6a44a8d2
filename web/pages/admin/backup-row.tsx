import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Backup } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Question } from '../../components/elements/question.tsx';
import { fileSize, momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { locale } from '../../strings/language.ts';

/** A snapshot with its actions, and how to restore it. */
export function BackupRow({ backup, changed }: { backup: Backup; changed: () => void }): JSX.Element {
  const { api, toasts } = useApp();
  const [isAsking, setIsAsking] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const { name, size, created_at: createdAt, verified } = backup;
  const time = momentInTime(createdAt, locale);
  const remove = async (): Promise<void> => {
    try {
      await api.backups.delete(name);
      toasts.say(words.backupDeleted);
    } catch (error) {
      toasts.fail(error);
    }
    changed();
  };
  return (
    <li>
      <div class="row-text">
        <span>{time}</span>
        <small>
          {fileSize(size, locale)}, {name}
        </small>
      </div>
      <span class="badge" data-good={verified} data-bad={!verified}>
        {verified ? words.verified : words.unverified}
      </span>
      <div class="buttons">
        <button
          class="button"
          type="button"
          aria-label={words.restoreOf(time)}
          aria-expanded={restoring}
          onClick={() => {
            setRestoring(!restoring);
          }}
        >
          {words.restore}
        </button>
        <button
          class="button"
          type="button"
          aria-label={words.deleteBackupOf(time)}
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {words.deleteBackup}
        </button>
      </div>
      {restoring && (
        <div class="restore">
          <p class="hint">{words.restoreHint}</p>
          <pre tabIndex={0} aria-label={words.restoreTitle(time)}>
            <code>npx photofinch restore data/backups/{name}</code>
          </pre>
          <p class="hint">{words.restoreAfter}</p>
        </div>
      )}
      {isAsking && (
        <Question
          title={words.deleteBackupTitle(time)}
          yes={words.deleteBackup}
          body={words.cannotUndo}
          run={remove}
          close={() => {
            setIsAsking(false);
          }}
        />
      )}
    </li>
  );
}
