import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Field } from '../components/field.tsx';
import { text } from '../strings/index.ts';

const demoAccounts = [
  { label: text.demoUser, username: 'demo', password: 'demo-demo' },
  { label: text.demoAdmin, username: 'admin', password: 'admin-demo' },
];

/** Password, then the code of a second factor where the account has one. */
export function SignInPage(): JSX.Element {
  const { session, connection } = useApp();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const lost = connection.lost.value;
  const { codeNeeded } = session;

  useEffect(() => {
    document.title = text.app;
    // The banner tells of a lost server; with it back this runs again.
    if (!lost) session.loadLimits().catch(() => undefined);
  }, [lost]);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [codeNeeded]);

  const attempt = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await step();
    } catch (error) {
      setFailure((error as Error).message);
      form.current?.querySelector<HTMLInputElement>('[name=password], [name=code]')?.select();
    }
    setBusy(false);
  };

  const state = session.state.value;
  return (
    <main class="sign-in">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() => (codeNeeded ? session.enterCode(code) : session.signIn(username, password)));
        }}
      >
        <h1>{text.app}</h1>
        {state.is === 'signed-out' && state.ended && <p class="notice">{text.sessionEnded}</p>}
        {codeNeeded ? (
          <>
            <p>{text.codeHint}</p>
            <Field key="code" label={text.code} name="code" autocomplete="one-time-code" value={code} set={setCode} />
          </>
        ) : (
          <>
            <Field label={text.username} name="username" autocomplete="username" value={username} set={setUsername} />
            <Field
              label={text.password}
              name="password"
              type="password"
              autocomplete="current-password"
              value={password}
              set={setPassword}
            />
          </>
        )}
        <p class="failure" role="alert">
          {failure}
        </p>
        <button class="button primary" type="submit" disabled={busy}>
          {busy ? text.signingIn : text.signIn}
        </button>
        {codeNeeded && (
          <button
            class="button quiet"
            type="button"
            onClick={() => {
              session.startOver();
            }}
          >
            {text.startOver}
          </button>
        )}
        {session.limits.value?.demo && !codeNeeded && (
          <section class="demo">
            <p>{text.demo}</p>
            {demoAccounts.map((account) => (
              <button
                key={account.username}
                class="button"
                type="button"
                disabled={busy}
                onClick={() => void attempt(() => session.signIn(account.username, account.password))}
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
    </main>
  );
}
