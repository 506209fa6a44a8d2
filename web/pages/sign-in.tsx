import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { Finch } from '../components/elements/icon.tsx';
import { text } from '../strings/index.ts';
import { FirstStart } from './sign-in/first-start.tsx';
import { PasswordStep } from './sign-in/password-step.tsx';
import { SecondStep } from './sign-in/second-step.tsx';

/**
 * The sign-in page: password, then the code of a second factor if the account has one; at the first start, the first
 * account.
 */
export function SignInPage(): JSX.Element {
  const { session, entry, connection } = useApp();
  const [username, setUsername] = useState('');
  const isLost = connection.lost.value;

  useEffect(() => {
    document.title = text.app;
    // The banner reports a lost connection; this runs again when the server is back.
    if (!isLost) for (const part of [session.loadLimits(), entry.load()]) part.catch(() => undefined);
  }, [isLost]);

  const state = session.state.value;
  return (
    <main class="sign-in">
      <div class="sheet">
        <h1>
          <Finch />
          {text.app}
        </h1>
        {state.is === 'signed-out' && state.ended && <p class="notice">{text.sessionEnded}</p>}
        {session.serverUntold.value && (
          <p class="notice" role="status">
            {text.serverUntold}
          </p>
        )}
        {entry.refusal.value !== null && <p class="notice">{entry.refusal.value}</p>}
        {session.codeNeeded ? (
          <SecondStep username={username} />
        ) : entry.setupWanted.value ? (
          <FirstStart />
        ) : (
          <PasswordStep username={username} setUsername={setUsername} />
        )}
      </div>
    </main>
  );
}
