import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OfferedFactor } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { words } from '../../strings/second-step/index.ts';
import { wordsOf } from '../../strings/wording.ts';
import { AppCode } from './app-code.tsx';
import { PromptedCode } from './prompted-code.tsx';
import { TypedCode } from './typed-code.tsx';

/** The code of a second factor, which can be chosen if there are several. */
export default function CodeStep({ username }: { readonly username: string }): JSX.Element {
  const { session } = useApp();
  const { factors } = session;
  const [chosenFactor, chooseFactor] = useState(factors[0]);

  useEffect(() => {
    const timer = setTimeout(() => {
      session.codeIsLate();
    }, session.timeForCode);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  return (
    <>
      {username !== '' && <p class="who">{words.signingInAs(username)}</p>}
      <Chosen key={chosenFactor?.plugin} factor={chosenFactor} />
      {factors
        .filter(({ plugin }) => plugin !== chosenFactor?.plugin)
        .map((otherFactor) => (
          <button
            key={otherFactor.plugin}
            class="button quiet"
            type="button"
            onClick={() => {
              chooseFactor(otherFactor);
            }}
          >
            {words.useOtherFactor(wordsOf(otherFactor.label))}
          </button>
        ))}
      <button
        class="button quiet"
        type="button"
        onClick={() => {
          session.startOver();
        }}
      >
        {words.startOver}
      </button>
    </>
  );
}

function Chosen({ factor }: { readonly factor: OfferedFactor | undefined }): JSX.Element {
  if (factor?.prompt) return <PromptedCode factor={{ ...factor, prompt: factor.prompt }} />;
  return factor?.code_field || factor?.challenges ? <TypedCode factor={factor} /> : <AppCode factor={factor?.plugin} />;
}
