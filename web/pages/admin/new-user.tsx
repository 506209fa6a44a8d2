import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Role } from '../../../core/http/wire.ts';
import { UserRoutes } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { words } from '../../strings/admin/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { RoleChoice } from './role-choice.tsx';

/** The form that creates an account. */
export function NewUser({ close }: { close: () => void }): JSX.Element {
  const { api, session, toasts } = useApp();
  const [username, setUsername] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Role>('read');
  const { busy, failure, field, password: passwordField, isPasswordRefused, make } = useAttempts({ focused: true });
  useEffect(() => {
    session.loadLimits().catch(() => undefined);
  }, []);
  const minLength = session.limits.value?.password_min_length;

  const add = async (): Promise<void> => {
    const name = displayName.trim();
    const account = { username, password, role, ...(name !== '' && { display_name: name }) };
    const { display_name: shownName } = await new UserRoutes(api.client).add(account);
    toasts.say(words.userAdded(shownName));
    close();
  };
  return (
    <Panel title={words.addUserTitle}>
      <Form
        submit={() => void make(add)}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={words.add} cancel={close} />}
      >
        <Field
          label={words.username}
          hint={words.usernameHint}
          name="new-username"
          autocomplete="off"
          value={username}
          set={setUsername}
          input={field}
        />
        <Field
          label={words.displayName}
          hint={words.displayNameHint}
          name="new-display-name"
          autocomplete="off"
          capitals="words"
          value={displayName}
          set={setDisplayName}
          optional
        />
        <PasswordField
          label={words.password}
          name="new-user-password"
          isNew
          value={password}
          set={setPassword}
          wrong={isPasswordRefused}
          input={passwordField}
          {...(minLength !== undefined && { hint: words.passwordHint(String(minLength)) })}
        />
        <RoleChoice name="new-role" value={role} set={setRole} />
      </Form>
    </Panel>
  );
}
