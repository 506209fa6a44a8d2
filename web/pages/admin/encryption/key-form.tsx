import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnProof } from '../../../../core/http/wire.ts';
import { Field } from '../../../components/elements/field.tsx';
import { Form, SubmitButton, SubmitOrCancel } from '../../../components/elements/form.tsx';
import { usePassphrase } from '../../../components/encryption/passphrase-fields.tsx';
import { useAttempts } from '../../../components/hooks/attempts.ts';
import { useProof } from '../../../components/hooks/own-proof.tsx';
import { words } from '../../../strings/encryption/index.ts';

/** The values of the form; empty if the form does not ask for them. */
interface KeyInput {
  readonly name: string;
  readonly passphrase: string;
  readonly proof: OwnProof;
}

interface KeyFormProps {
  /** An explanation, if there is none above the form. */
  readonly body?: string;
  readonly asksFor?: 'nothing' | 'passphrase' | 'name and passphrase';
  readonly submit: string;
  readonly run: (input: KeyInput) => Promise<void>;
  /** Absent if the form cannot be cancelled. */
  readonly close?: () => void;
}

/** A form that changes the keys of the library, with the password of the signed-in user. */
export function KeyForm({ body, asksFor = 'nothing', submit, run, close }: KeyFormProps): JSX.Element {
  const [name, setName] = useState('');
  const passphrase = usePassphrase();
  const proof = useProof({ label: words.ownPassword, hint: words.ownPasswordHint });
  const { busy, failure, make } = useAttempts();
  const submitted = async (): Promise<void> => {
    const newPassphrase = asksFor === 'nothing' ? '' : passphrase.typed();
    await run({ name: name.trim(), passphrase: newPassphrase, proof: await proof.give() });
  };
  return (
    <Form
      submit={() => void make(submitted)}
      busy={busy}
      failure={failure}
      buttons={close ? <SubmitOrCancel submit={submit} cancel={close} /> : <SubmitButton label={submit} />}
    >
      {body !== undefined && <p class="hint">{body}</p>}
      {asksFor === 'name and passphrase' && (
        <Field
          label={words.name}
          hint={words.nameHint}
          name="key-name"
          autocomplete="off"
          capitals="sentences"
          value={name}
          set={setName}
        />
      )}
      {asksFor !== 'nothing' && passphrase.fields}
      {proof.fields}
    </Form>
  );
}
