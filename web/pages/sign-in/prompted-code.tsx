import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { OfferedFactor } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { promptedCode } from '../../factor-prompt.ts';
import { words } from '../../strings/second-step/index.ts';
import { wordsOf } from '../../strings/wording.ts';

/** A code that is not typed: a plugin's module gets it when a button is pressed, as browsers require for passkeys. */
export function PromptedCode({ factor }: { readonly factor: OfferedFactor & { prompt: string } }): JSX.Element {
  const { session } = useApp();
  const { busy, failure, make } = useAttempts();
  const button = useRef<HTMLButtonElement>(null);
  const over = useRef(new AbortController());

  useLayoutEffect(() => {
    button.current?.focus();
  }, []);
  useEffect(
    () => () => {
      over.current.abort();
    },
    [],
  );

  const enter = async (): Promise<void> => {
    const code = await promptedCode(factor, () => session.challenge(factor.plugin), over.current.signal);
    await session.enterCode(code, factor.plugin);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make(enter);
      }}
    >
      <p>{words.promptHint}</p>
      <p class="failure" role="alert">
        {failure}
      </p>
      <button ref={button} class="button primary" type="submit" disabled={busy}>
        {words.useFactor(wordsOf(factor.label))}
      </button>
    </form>
  );
}
