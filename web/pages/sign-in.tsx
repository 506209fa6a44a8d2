import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { text } from '../strings.ts';

const demoAccounts = [
  { label: text.demoUser, username: 'demo', password: 'demo-demo' },
  { label: text.demoAdmin, username: 'admin', password: 'admin-demo' },
];

export function SignInPage(): JSX.Element {
  const { session, connection } = useApp();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const lost = connection.lost.value;

  useEffect(() => {
    // The banner tells of a lost server; with it back this runs again.
    if (!lost) session.loadLimits().catch(() => undefined);
  }, [lost]);

  const signIn = async (as: { username: string; password: string }): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await session.signIn(as.username, as.password);
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
      passwordField.current?.select();
    }
  };

  const state = session.state.value;
  return (
    <main class="sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signIn({ username, password });
        }}
      >
        <h1>{text.app}</h1>
        {state.is === 'signed-out' && state.ended && <p class="notice">{text.sessionEnded}</p>}
        <label>
          {text.username}
          <input
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            autofocus
            value={username}
            onInput={(event) => {
              setUsername(event.currentTarget.value);
            }}
          />
        </label>
        <label>
          {text.password}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ref={passwordField}
            value={password}
            onInput={(event) => {
              setPassword(event.currentTarget.value);
            }}
          />
        </label>
        <p class="failure" role="alert">
          {failure}
        </p>
        <button class="button primary" type="submit" disabled={busy}>
          {busy ? text.signingIn : text.signIn}
        </button>
        {session.limits.value?.demo && (
          <section class="demo">
            <p>{text.demo}</p>
            {demoAccounts.map((account) => (
              <button
                key={account.username}
                class="button"
                type="button"
                disabled={busy}
                onClick={() => void signIn(account)}
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
