import '../../styles/panel.css';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { LanguageChoice } from '../../components/elements/language-choice.tsx';
import { Check } from '../../components/elements/check.tsx';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { usePassphrase } from '../../components/encryption/passphrase-fields.tsx';
import { showRecoveryKey } from '../../components/encryption/recovery-key.tsx';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { nameToSignInWith } from '../../state/session/name-to-sign-in-with.ts';
import { words as encryption } from '../../strings/encryption/index.ts';
import { words } from '../../strings/first-start/index.ts';
import { text } from '../../strings/index.ts';
import { TimeZoneField } from './time-zone-field.tsx';

/** The first start: creates the owner's account. */
export default function FirstAccountForm(): JSX.Element {
  const app = useApp();
  const { entry, lock, session } = app;
  const linked = entry.code;
  const [code, setCode] = useState(linked ?? '');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [encrypts, setEncrypts] = useState(false);
  const { typed: passphrase, fields } = usePassphrase();
  const { busy, failure, password: passwordField, isPasswordRefused, make } = useAttempts();
  const username = typed ?? nameToSignInWith(name);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLInputElement>('[name=setup-code], [name=name]')?.focus();
  }, []);
  const minLength = session.limits.value?.password_min_length;

  const setUp = async (): Promise<void> => {
    const account = { code, username, password, display_name: name, time_zone: timeZone };
    await entry.setUp({ ...account, ...(encrypts && { passphrase: passphrase() }) }, (recoveryKey) => {
      showRecoveryKey(app, recoveryKey);
      lock.found();
    });
  };

  return (
    <Form
      form={form}
      submit={() => void make(setUp)}
      busy={busy}
      failure={failure}
      buttons={
        <>
          <SubmitButton label={words.make} busyLabel={words.making} />
          <p class="who">{words.readsLater}</p>
        </>
      }
    >
      <h2>{words.title}</h2>
      <p class="who">{words.intro}</p>
      <LanguageChoice label={words.language} />
      {linked === null && (
        <Field
          label={words.code}
          hint={words.codeHint}
          name="setup-code"
          autocomplete="off"
          value={code}
          set={setCode}
          clean={codeIn}
        />
      )}
      <Field label={words.name} name="name" autocomplete="name" capitals="words" value={name} set={setName} />
      <Field
        label={text.username}
        hint={words.usernameHint}
        name="username"
        autocomplete="username"
        value={username}
        set={setTyped}
      />
      <PasswordField
        label={text.password}
        hint={minLength === undefined ? '' : words.passwordHint(String(minLength))}
        name="password"
        isNew
        value={password}
        set={setPassword}
        wrong={isPasswordRefused}
        input={passwordField}
      />
      <TimeZoneField value={timeZone} set={setTimeZone} />
      <Check label={encryption.check} hint={encryption.checkHint} on={encrypts} set={setEncrypts} />
      {encrypts && fields}
    </Form>
  );
}

/** Accepts the whole link, too. */
const codeIn = (input: string): string => input.trim().replace(/^.*#link=/, '');
