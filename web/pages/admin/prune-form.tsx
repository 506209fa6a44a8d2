import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { Question } from '../../components/elements/question.tsx';
import { words } from '../../strings/admin/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

/** Deletes all snapshots but the newest. @param there the number of snapshots */
export function PruneForm({ there, close }: { there: number; close: () => void }): JSX.Element {
  const { api, toasts } = useApp();
  const [keep, setKeep] = useState(String(Math.max(1, Math.min(14, there - 1))));
  const [isAsking, setIsAsking] = useState(false);
  const { busy, failure, make } = useAttempts();
  const prune = async (): Promise<void> => {
    const { deleted, kept } = await api.backups.prune(Number(keep));
    toasts.say(words.pruned(deleted.length, kept));
    close();
  };
  return (
    <Form
      submit={() => {
        setIsAsking(true);
      }}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.pruneNow} disabled={Number(keep) >= there} cancel={close} isQuiet />}
    >
      <Field
        label={words.keepCount}
        hint={Number(keep) >= there ? words.nothingToPrune : words.pruneHint}
        name="prune-keep"
        type="number"
        inputmode="numeric"
        autocomplete="off"
        min={1}
        max={10_000}
        value={keep}
        set={setKeep}
      />
      {isAsking && (
        <Question
          title={words.pruneTitle(there - Number(keep))}
          yes={words.deleteBackup}
          body={words.cannotUndo}
          run={async () => {
            await make(prune);
          }}
          close={() => {
            setIsAsking(false);
          }}
        />
      )}
    </Form>
  );
}
