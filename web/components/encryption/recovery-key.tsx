import '../../styles/recovery-key.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { App } from '../../app.ts';
import { words } from '../../strings/encryption/index.ts';
import { Check } from '../elements/check.tsx';
import { CopyButton } from '../elements/copy-button.tsx';

const { recovery } = words;

/** Shows a recovery key instead of any page, until the user confirms that it is stored. */
export function showRecoveryKey(app: App, recoveryKey: string): void {
  const { instead, lock } = app;
  lock.hold();
  instead.value = (
    <RecoveryKey
      recoveryKey={recoveryKey}
      done={() => {
        instead.value = null;
        lock.release();
      }}
    />
  );
}

/** The recovery key, which is shown only once and opens the library when all other keys are lost. */
function RecoveryKey({ recoveryKey, done }: { recoveryKey: string; done: () => void }): JSX.Element {
  const [isKept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const ask = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
    };
  }, []);
  const groups = recoveryKey.split('-');
  return (
    <main class="recovery-key">
      <div class="sheet">
        <h1 ref={heading} tabIndex={-1}>
          {recovery.title}
        </h1>
        <p class="hint">{recovery.body}</p>
        <code>
          {groups.map((group, index) => (
            <span key={index}>{index === groups.length - 1 ? group : `${group}-`}</span>
          ))}
        </code>
        <p class="whose">{recovery.of(location.host)}</p>
        <div class="buttons">
          <CopyButton label={recovery.copy} of={recoveryKey} />
          <button
            class="button"
            type="button"
            onClick={() => {
              print();
            }}
          >
            {recovery.print}
          </button>
        </div>
        <Check label={recovery.kept} on={isKept} set={setKept} />
        <button class="button primary" type="button" disabled={!isKept} onClick={done}>
          {recovery.goOn}
        </button>
      </div>
    </main>
  );
}
