import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Field } from '../components/elements/field.tsx';
import { SecretField } from '../components/elements/secret-field.tsx';
import { useAttempts } from '../components/hooks/attempts.ts';
import type { LockedLibrary } from '../state/server/locked-library.ts';
import { text } from './text.ts';

/** Asks for the passphrase or the recovery key. */
export function UnlockForm({ library }: { library: LockedLibrary }): JSX.Element {
  const [secret, setSecret] = useState('');
  const { busy, failure, field, make, forget } = useAttempts();
  const way = library.way.value;
  // Before the first paint, so that no typed character is lost.
  useLayoutEffect(() => {
    field.current?.focus();
  }, [way]);

  const shared = {
    value: secret,
    set: setSecret,
    wrong: failure !== null,
    input: field,
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make(() => library.unlock(secret));
        }}
      >
        <h2>{text.title}</h2>
        <p class="who">{text.intro}</p>
        {way === 'passphrase' ? (
          <SecretField
            {...shared}
            label={text.passphrase}
            name="passphrase"
            autocomplete="current-password"
            toggle={text}
          />
        ) : (
          <Field {...shared} label={text.recoveryKey} hint={text.recoveryHint} name="recovery-key" autocomplete="off" />
        )}
        <p class="failure" role="alert">
          {failure}
        </p>
        <button class="button primary" type="submit" disabled={busy}>
          {busy ? text.checking : text.open}
        </button>
        <button
          class="button quiet"
          type="button"
          onClick={() => {
            library.way.value = way === 'passphrase' ? 'recovery_key' : 'passphrase';
            setSecret('');
            forget();
          }}
        >
          {way === 'passphrase' ? text.useRecoveryKey : text.usePassphrase}
        </button>
      </form>
      <details>
        <summary>{text.lostBoth}</summary>
        <p>{text.lostBothBody}</p>
      </details>
      <p class="who">{text.notYours}</p>
    </>
  );
}
