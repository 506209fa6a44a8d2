import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountRow } from '../../../core/http/wire.ts';
import type { OwnProof } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { words } from '../../strings/admin/index.ts';

interface Asked {
  readonly label: string;
  /** What the password is needed for. */
  readonly hint: string;
  /** Whether they sign in with codes, too. */
  readonly hasCodes: boolean;
  /** Something of the form can be done without. */
  readonly optional?: boolean;
}

/** Password and code of whoever is signed in, where their session is not enough. */
export function useProof({ label, hint, hasCodes, optional = false }: Asked): {
  readonly proof: OwnProof;
  readonly fields: JSX.Element;
} {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    proof: { ...(password !== '' && { current_password: password }), ...(code !== '' && { code }) },
    fields: (
      <>
        <PasswordField
          label={label}
          hint={hint}
          name="own-password"
          value={password}
          set={setPassword}
          optional={optional}
        />
        {hasCodes && (
          <Field
            label={words.ownCode}
            hint={words.ownCodeHint}
            name="own-code"
            autocomplete="one-time-code"
            value={code}
            set={setCode}
            optional={optional}
          />
        )}
      </>
    ),
  };
}

/** Password and code of admins who change their own account: without them, the server changes nothing but the name. */
export function useOwnProof(user: AccountRow): { readonly proof: OwnProof; readonly fields: JSX.Element | null } {
  const { session } = useApp();
  const own = useProof({
    label: words.ownPassword,
    hint: words.ownPasswordHint,
    hasCodes: user.two_factor_enabled,
    optional: true,
  });
  return user.id === session.user?.id ? own : { proof: {}, fields: null };
}
