import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AccountRoutes } from '../../api/account.ts';
import { useApp } from '../../app.ts';
import { tellOtherTabs } from '../../browser.ts';
import { PasswordField } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { passwordFlag } from '../../storage-keys.ts';
import { words } from '../../strings/settings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { FactorPages } from './factor-pages.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { SignInWaysPanels } from './sign-in-ways.tsx';

/** Password and second factors. */
export function SecuritySection(): JSX.Element {
  return (
    <>
      <Panel title={words.passwordTitle} hint={words.passwordHint}>
        <PasswordForm />
      </Panel>
      <SecondFactorPanel />
      <FactorPages />
      <SignInWaysPanels />
    </>
  );
}

function PasswordForm(): JSX.Element {
  const { api, session, grids, shown, people, toasts } = useApp();
  const [current, setCurrent] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { busy, failure, field, password, isPasswordRefused, make } = useAttempts();
  useEffect(() => {
    session.loadLimits().catch(() => undefined);
  }, []);
  const minLength = session.limits.value?.password_min_length;

  const change = (): void => {
    void make(async () => {
      if (newPassword !== repeated) throw new Error(words.passwordsDiffer);
      await new AccountRoutes(api.client).changePassword(current, newPassword);
      for (const empty of [setCurrent, setNewPassword, setRepeated]) empty('');
      toasts.say(words.passwordChanged);
      // A new password invalidates the URLs of pictures.
      grids.changed(shown.peek());
      people.forget();
      tellOtherTabs(passwordFlag);
    });
  };
  return (
    <Form submit={change} busy={busy} failure={failure} buttons={<SubmitButton label={words.changePassword} />}>
      <input type="text" name="username" autocomplete="username" value={session.user?.username} readOnly hidden />
      <PasswordField
        label={words.currentPassword}
        name="current-password"
        value={current}
        set={setCurrent}
        wrong={failure !== null && failure !== words.passwordsDiffer && !isPasswordRefused}
        input={field}
      />
      <PasswordField
        label={words.newPassword}
        name="new-password"
        isNew
        value={newPassword}
        set={setNewPassword}
        wrong={isPasswordRefused}
        input={password}
        {...(minLength !== undefined && { hint: words.newPasswordHint(String(minLength)) })}
      />
      <PasswordField
        label={words.repeatPassword}
        name="repeated-password"
        isNew
        value={repeated}
        set={setRepeated}
        wrong={failure === words.passwordsDiffer}
      />
    </Form>
  );
}
