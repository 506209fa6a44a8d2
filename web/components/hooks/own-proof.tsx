import type { JSX, Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { OfferedFactor, OwnProof } from '../../../core/http/wire.ts';
import { TwoFactorRoutes } from '../../api/two-factor.ts';
import { useApp } from '../../app.ts';
import { promptedCode } from '../../factor-prompt.ts';
import { words } from '../../strings/second-step/index.ts';
import { wordsOf } from '../../strings/wording.ts';
import { Choice } from '../elements/choice.tsx';
import { Field, PasswordField } from '../elements/field.tsx';
import { useLoaded } from './loaded.ts';

interface ProofOptions {
  readonly label: string;
  /** Why the password is needed. */
  readonly hint?: string;
  /** Whether some changes of the form need no proof. */
  readonly optional?: boolean;
  readonly wrong?: boolean;
  readonly input?: Ref<HTMLInputElement>;
}

export interface Proving {
  readonly fields: JSX.Element;
  /**
   * The typed password, with the code of the second factor; makes the browser ask for a passkey. Empty without a password.
   */
  readonly give: () => Promise<OwnProof>;
}

/** Password and second factor of the signed-in user, for changes that need more than a session. */
export function useProof({ label, hint, optional = false, wrong = false, input }: ProofOptions): Proving {
  const { api } = useApp();
  const routes = new TwoFactorRoutes(api.client);
  const [loaded] = useLoaded(() => routes.factors(), []);
  const factors = loaded.is === 'there' ? loaded.value.factors.filter(({ enabled }) => enabled) : [];
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [chosenPlugin, choosePlugin] = useState<string | null>(null);
  const factor = factors.find(({ plugin }) => plugin === chosenPlugin) ?? factors[0];

  const challenge = async ({ plugin }: OfferedFactor): Promise<unknown> => (await routes.challenge(plugin)).challenge;
  const proofOf = async (offered: OfferedFactor): Promise<OwnProof> => {
    const { plugin, prompt } = offered;
    const answer = prompt
      ? await promptedCode({ ...offered, prompt }, () => challenge(offered), new AbortController().signal)
      : code;
    return answer === '' ? {} : { code: answer, factor: plugin };
  };
  return {
    give: async () => (password === '' ? {} : { current_password: password, ...(factor && (await proofOf(factor))) }),
    fields: (
      <>
        <PasswordField
          label={label}
          {...(hint !== undefined && { hint })}
          name="own-password"
          value={password}
          set={setPassword}
          optional={optional}
          wrong={wrong}
          {...(input && { input })}
        />
        {factors.length > 1 && (
          <Choice
            label={words.ownFactor}
            name="own-factor"
            options={factors.map(({ plugin, label: name }) => ({ value: plugin, label: wordsOf(name) }))}
            value={factor?.plugin ?? ''}
            set={choosePlugin}
          />
        )}
        {factor?.prompt && <p class="hint">{words.ownPrompt(wordsOf(factor.label))}</p>}
        {factor && !factor.prompt && (
          <Field
            label={words.ownCode}
            hint={factor.code_field ? wordsOf(factor.code_field.hint) : words.ownCodeHint}
            {...(factor.code_field?.pattern && { pattern: factor.code_field.pattern })}
            name="own-code"
            autocomplete="one-time-code"
            value={code}
            set={setCode}
            optional={optional}
            wrong={wrong}
          />
        )}
        {factor?.challenges && !factor.prompt && <SendCode send={() => challenge(factor)} />}
      </>
    ),
  };
}

/** Makes the server create or send a code, which is then typed. */
function SendCode({ send }: { readonly send: () => Promise<unknown> }): JSX.Element {
  const { toasts } = useApp();
  return (
    <div class="buttons">
      <button
        class="button"
        type="button"
        onClick={() => {
          send().catch((error: unknown) => {
            toasts.fail(error);
          });
        }}
      >
        {words.askForCode}
      </button>
    </div>
  );
}
