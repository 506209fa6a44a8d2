import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountRow } from '../../../core/http/wire.ts';
import type { OwnProof } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { Field } from '../../components/elements/field.tsx';
import { words } from '../../strings/admin/index.ts';

/** Password and code of admins who change their own account: without them, the server changes nothing but the name. */
export function useOwnProof(user: AccountRow): { readonly proof: OwnProof; readonly fields: JSX.Element | null } {
  const { session } = useApp();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  if (user.id !== session.user?.id) return { proof: {}, fields: null };
  return {
    proof: { ...(password !== '' && { current_password: password }), ...(code !== '' && { code }) },
    fields: (
      <>
        <Field
          label={words.ownPassword}
          hint={words.ownPasswordHint}
          name="own-password"
          type="password"
          autocomplete="current-password"
          value={password}
          set={setPassword}
          optional
        />
        {user.two_factor_enabled && (
          <Field
            label={words.ownCode}
            hint={words.ownCodeHint}
            name="own-code"
            autocomplete="one-time-code"
            value={code}
            set={setCode}
            optional
          />
        )}
      </>
    ),
  };
}
