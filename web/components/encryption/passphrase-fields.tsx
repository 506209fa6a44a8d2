import '../../styles/secret-field.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { words } from '../../strings/encryption/index.ts';
import { PasswordField } from '../elements/field.tsx';
import { SecretField } from '../elements/secret-field.tsx';

/** The fields of a new passphrase, which is typed twice. */
export function usePassphrase(): {
  /** The passphrase. @throws an error for people if the two differ */
  readonly typed: () => string;
  readonly fields: JSX.Element;
} {
  const { session } = useApp();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  useEffect(() => {
    session.loadLimits().catch(() => undefined);
  }, []);
  const minLength = session.limits.value?.passphrase_min_length;
  return {
    typed: () => {
      if (passphrase !== repeated) throw new Error(words.differ);
      return passphrase;
    },
    fields: (
      <>
        <SecretField
          label={words.passphrase}
          name="new-passphrase"
          autocomplete="new-password"
          value={passphrase}
          set={setPassphrase}
          toggle={words}
          {...(minLength !== undefined && { hint: words.passphraseHint(String(minLength)) })}
        />
        <PasswordField label={words.repeat} name="repeated-passphrase" isNew value={repeated} set={setRepeated} />
      </>
    ),
  };
}
