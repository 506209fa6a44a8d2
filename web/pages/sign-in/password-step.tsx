import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { language } from '../../strings/language.ts';
import { text } from '../../strings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

const demoAccounts = [
  { label: text.demoUser, username: 'demo', password: 'demo-demo' },
  { label: text.demoAdmin, username: 'admin', password: 'admin-demo' },
];

interface PasswordStepProps {
  readonly username: string;
  readonly setUsername: (username: string) => void;
}

/** The first step: user name and password. */
export function PasswordStep({ username, setUsername }: PasswordStepProps): JSX.Element {
  const { session } = useApp();
  const [password, setPassword] = useState('');
  const { busy, failure, field, make } = useAttempts();
  const ways = session.limits.value?.sign_ins ?? [];
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    const empty = username === '' ? '[name=username]' : '[name=password]';
    form.current?.querySelector<HTMLInputElement>(empty)?.focus();
  }, []);

  const signIn = (name: string, secret: string): void => {
    setUsername(name);
    void make(() => session.signIn(name, secret));
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        signIn(username, password);
      }}
    >
      <Field label={text.username} name="username" autocomplete="username" value={username} set={setUsername} />
      <PasswordField
        label={text.password}
        name="password"
        value={password}
        set={setPassword}
        wrong={failure !== null}
        input={field}
      />
      <p class="failure" role="alert">
        {failure ?? (session.tookTooLong.value ? text.tookTooLong : null)}
      </p>
      <button class="button primary" type="submit" disabled={busy}>
        {busy ? text.signingIn : text.signIn}
      </button>
      {ways.length > 0 && (
        <div class="other-ways">
          {ways.map(({ plugin, label, start }) => (
            <a key={plugin} class="button" href={start}>
              {label[language]}
            </a>
          ))}
        </div>
      )}
      {session.limits.value?.demo && (
        <section class="demo">
          <p>{text.demo}</p>
          {demoAccounts.map((account) => (
            <button
              key={account.username}
              class="button"
              type="button"
              disabled={busy}
              onClick={() => {
                signIn(account.username, account.password);
              }}
            >
              {account.label}
              <small>
                {account.username} / {account.password}
              </small>
            </button>
          ))}
        </section>
      )}
    </form>
  );
}
