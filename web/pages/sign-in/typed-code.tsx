import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { OfferedFactor } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { Field } from '../../components/elements/field.tsx';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/second-step/index.ts';
import { wordsOf } from '../../strings/wording.ts';

/** A code of a plugin's own kind, such as one that it has sent. */
export function TypedCode({ factor }: { readonly factor: OfferedFactor }): JSX.Element {
  const { session } = useApp();
  const [code, setCode] = useState('');
  const { busy, failure, field, make } = useAttempts();
  const ask = (): void => {
    void make(async () => {
      await session.challenge(factor.plugin);
    });
  };

  useLayoutEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    if (factor.challenges) ask();
  }, []);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make(() => session.enterCode(code, factor.plugin));
      }}
    >
      <Field
        label={text.code}
        {...(factor.code_field && { hint: wordsOf(factor.code_field.hint) })}
        {...(factor.code_field?.pattern && { pattern: factor.code_field.pattern })}
        name="factor-code"
        autocomplete="one-time-code"
        value={code}
        set={setCode}
        wrong={failure !== null}
        readOnly={busy}
        input={field}
      />
      <p class="failure" role="alert">
        {failure}
      </p>
      <button class="button primary" type="submit" disabled={busy}>
        {busy ? text.signingIn : text.signIn}
      </button>
      {factor.challenges && (
        <button class="button quiet" type="button" disabled={busy} onClick={ask}>
          {words.askAgain}
        </button>
      )}
    </form>
  );
}
