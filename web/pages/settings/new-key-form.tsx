import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Role } from '../../../core/http/wire.ts';
import { ApiKeyRoutes, type KeyScope } from '../../api/api-keys.ts';
import { useApp } from '../../app.ts';
import { Check } from '../../components/elements/check.tsx';
import { Choice } from '../../components/elements/choice.tsx';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { useProof } from '../../components/hooks/own-proof.tsx';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';

type Lifetime = '30' | '365' | 'ever';

const all: readonly Role[] = ['read', 'write', 'admin'];
const allScopes: readonly KeyScope[] = ['library', 'shares', 'server', 'server-write'];
/** Scopes that only administrators can use. */
const serverScopes: readonly KeyScope[] = ['server', 'server-write'];
const lifetimes: readonly Lifetime[] = ['30', '365', 'ever'];

/** The form that creates an API key. */
export function NewKeyForm({ made, close }: { made: (token: string) => void; close: () => void }): JSX.Element {
  const { api, session } = useApp();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('read');
  const [excluded, setExcluded] = useState<readonly KeyScope[]>([]);
  const [days, setDays] = useState<Lifetime>('365');
  const { busy, failure, field, make } = useAttempts();
  const proof = useProof({ label: words.confirmPassword, wrong: failure !== null, input: field });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);

  const scopesOffered = allScopes.filter((scope) => !serverScopes.includes(scope) || session.may('admin'));

  const submit = (): void => {
    void make(async () => {
      const scopes = scopesOffered.filter((scope) => !excluded.includes(scope));
      if (scopes.length === 0) throw new Error(words.keyNeedsScope);
      const lifetime = days === 'ever' ? null : Number(days);
      const { token } = await new ApiKeyRoutes(api.client).make({
        name,
        role,
        scopes: excluded.length === 0 ? null : scopes,
        days: lifetime,
        ...(await proof.give()),
      });
      made(token);
    });
  };
  return (
    <Form
      submit={submit}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.makeKey} cancel={close} />}
    >
      <Field
        label={words.keyName}
        name="key-name"
        autocomplete="off"
        capitals="sentences"
        value={name}
        set={setName}
        hint={words.keyNameHint}
        input={first}
      />
      <Choice
        label={words.role}
        name="key-role"
        options={all.filter((role) => session.may(role)).map((value) => ({ value, label: text.frame.roles[value] }))}
        value={role}
        set={setRole}
      />
      <fieldset class="checks">
        <legend>{words.keyScopes}</legend>
        {scopesOffered.map((scope) => (
          <Check
            key={scope}
            label={words.keyScope[scope]}
            {...(scope === 'server' && { hint: words.keyServerHint })}
            {...(scope === 'server-write' && { hint: words.keyServerWriteHint })}
            on={!excluded.includes(scope)}
            set={(isOn) => {
              setExcluded(isOn ? excluded.filter((other) => other !== scope) : [...excluded, scope]);
            }}
          />
        ))}
      </fieldset>
      <Choice
        label={words.keyLifetime}
        name="key-days"
        options={lifetimes.map((value) => ({
          value,
          label: value === 'ever' ? words.keyForEver : words.keyDays(value),
        }))}
        value={days}
        set={setDays}
      />
      {proof.fields}
    </Form>
  );
}
