import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/errors.ts';
import { useApp } from '../../app.ts';
import { Field } from '../../components/elements/field.tsx';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/second-step/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

const codeLength = 6;

/** Apps show `123 456`, and people type it that way. */
const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, codeLength);

/** The code of an authenticator app, or a recovery code. */
export function AppCode({ factor }: { readonly factor: string | undefined }): JSX.Element {
  const { session } = useApp();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const { busy, failure, field, make, forget } = useAttempts();

  // Before the first paint, so that no typed character is lost.
  useLayoutEffect(() => {
    field.current?.focus();
  }, [kind]);

  const change = (otherKind: 'app' | 'recovery'): void => {
    setKind(otherKind);
    setCode('');
  };
  const enter = async (code: string): Promise<void> => {
    const error = await make(() => session.enterCode(code, factor));
    // The server cannot check codes of the app any more, so only recovery codes are left.
    if (error instanceof ApiError && error.status === 503) change('recovery');
  };
  const typeDigits = (digits: string): void => {
    setCode(digits);
    if (digits.length === codeLength && digits !== code) void enter(digits);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void enter(code);
      }}
    >
      {kind === 'app' ? (
        <Field
          key={kind}
          label={text.code}
          hint={words.codeHint}
          name="code"
          autocomplete="one-time-code"
          inputmode="numeric"
          value={code}
          set={typeDigits}
          clean={digitsOf}
          wrong={failure !== null}
          readOnly={busy}
          input={field}
        />
      ) : (
        <Field
          key={kind}
          label={words.recoveryCode}
          hint={words.recoveryCodeHint}
          name="recovery-code"
          autocomplete="off"
          value={code}
          set={setCode}
          wrong={failure !== null}
          readOnly={busy}
          input={field}
        />
      )}
      <p class="failure" role="alert">
        {failure}
      </p>
      <button class="button primary" type="submit" disabled={busy}>
        {busy ? text.signingIn : text.signIn}
      </button>
      <button
        class="button quiet"
        type="button"
        disabled={busy}
        onClick={() => {
          forget();
          change(kind === 'app' ? 'recovery' : 'app');
        }}
      >
        {kind === 'app' ? words.useRecoveryCode : words.useAppCode}
      </button>
    </form>
  );
}
