import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { EncryptionRoutes } from '../../../api/encryption.ts';
import { useApp } from '../../../app.ts';
import { Panel } from '../../../components/elements/panel.tsx';
import { Question } from '../../../components/elements/question.tsx';
import { words } from '../../../strings/encryption/index.ts';

/** Locks the library for everybody. */
export function LockPanel({ opensItself }: { opensItself: boolean }): JSX.Element {
  const { api, lock, toasts } = useApp();
  const [isAsking, setIsAsking] = useState(false);
  const lockNow = async (): Promise<void> => {
    try {
      await new EncryptionRoutes(api.client).lock();
      lock.found();
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <Panel title={words.lock} hint={words.lockHint}>
      {opensItself && <p class="hint">{words.opensItself}</p>}
      <div class="buttons">
        <button
          class="button"
          type="button"
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {words.lockNow}
        </button>
      </div>
      {isAsking && (
        <Question
          title={words.lockTitle}
          body={words.lockBody}
          yes={words.lockNow}
          run={lockNow}
          close={() => {
            setIsAsking(false);
          }}
        />
      )}
    </Panel>
  );
}
