import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountRow, OwnProof } from '../../../core/http/wire.ts';
import { UserRoutes } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { Check } from '../../components/elements/check.tsx';
import { Field, PasswordField } from '../../components/elements/field.tsx';
import { Form, SubmitOrCancel } from '../../components/elements/form.tsx';
import { Question } from '../../components/elements/question.tsx';
import { words } from '../../strings/admin/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { useProof } from '../../components/hooks/own-proof.tsx';
import { RoleChoice } from './role-choice.tsx';
import { UserLinks } from './user-links.tsx';

interface EditUserProps {
  readonly user: AccountRow;
  /** Called when the account has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

/** The form of an account, for admins. */
export function EditUser({ user, changed, close }: EditUserProps): JSX.Element {
  const { api, session, toasts } = useApp();
  const [displayName, setDisplayName] = useState(user.display_name);
  const [role, setRole] = useState(user.role);
  const [disabled, setDisabled] = useState(user.disabled);
  const [password, setPassword] = useState('');
  const [keepsLinks, keepLinks] = useState(false);
  const ownProof = useProof({ label: words.ownPassword, hint: words.ownPasswordHint, optional: true });
  const isOwn = user.id === session.user?.id;
  const prove = (): Promise<OwnProof> => (isOwn ? ownProof.give() : Promise.resolve({}));
  const { busy, failure, field, password: passwordField, isPasswordRefused, make } = useAttempts({ focused: true });

  const save = async (): Promise<void> => {
    const account = await new UserRoutes(api.client).change(user.id, {
      ...(displayName.trim() !== user.display_name && { display_name: displayName }),
      ...(role !== user.role && { role }),
      ...(disabled !== user.disabled && { disabled }),
      ...(password !== '' && { password, keep_links: keepsLinks }),
      ...(await prove()),
    });
    session.took({ ...account });
    const { display_name: name, ended_links: endedLinks } = account;
    toasts.say(endedLinks > 0 ? words.userSavedAndUnlinked(name, endedLinks) : words.userSaved(name));
    close();
  };
  return (
    <div class="edit-user">
      <Form
        submit={() => void make(save)}
        busy={busy}
        failure={failure}
        buttons={<SubmitOrCancel submit={words.save} cancel={close} />}
      >
        <Field
          label={words.displayName}
          name="edit-display-name"
          autocomplete="off"
          capitals="words"
          value={displayName}
          set={setDisplayName}
          input={field}
        />
        <RoleChoice name="edit-role" value={role} set={setRole} />
        <PasswordField
          label={words.newPassword}
          hint={words.newPasswordHint}
          name="edit-password"
          isNew
          value={password}
          set={setPassword}
          optional
          wrong={isPasswordRefused}
          input={passwordField}
        />
        {password !== '' && (
          <Check label={words.keepLinks} hint={words.keepLinksHint} on={keepsLinks} set={keepLinks} />
        )}
        <div>
          <label class="switch">
            <input
              type="checkbox"
              checked={disabled}
              onChange={({ currentTarget }) => {
                setDisabled(currentTarget.checked);
              }}
            />
            {words.disabled}
          </label>
          <p class="hint">{words.disabledHint}</p>
        </div>
        {isOwn && ownProof.fields}
      </Form>
      <UserLinks user={user} prove={prove} changed={changed} />
      <AtOnce user={user} prove={prove} changed={changed} close={close} />
    </div>
  );
}

interface AtOnceProps extends EditUserProps {
  /** For the admin's own account. */
  readonly prove: () => Promise<OwnProof>;
}

/** Actions that take effect at once, without saving. */
function AtOnce({ user, prove, changed, close }: AtOnceProps): JSX.Element {
  const { api, toasts } = useApp();
  const [isAsking, setIsAsking] = useState(false);
  const { busy, failure, make } = useAttempts();
  const name = user.display_name;
  const act = async (work: () => Promise<unknown>, sentence: string, onDone = changed): Promise<void> => {
    await make(async () => {
      await work();
      toasts.say(sentence);
      onDone();
    });
  };
  return (
    <>
      <p class="failure" role="alert">
        {failure}
      </p>
      <div class="buttons">
        <button
          class="button"
          type="button"
          disabled={busy}
          onClick={() => {
            void act(() => new UserRoutes(api.client).signOut(user.id), words.signedOut(name));
          }}
        >
          {words.signOut}
        </button>
        {user.two_factor_enabled && (
          <button
            class="button"
            type="button"
            disabled={busy}
            title={words.dropSecondFactorHint}
            onClick={() => {
              void act(
                async () => new UserRoutes(api.client).dropTwoFactor(user.id, await prove()),
                words.secondFactorDropped(name),
              );
            }}
          >
            {words.dropSecondFactor}
          </button>
        )}
        <button
          class="button"
          type="button"
          disabled={busy}
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {words.deleteUser}
        </button>
      </div>
      {isAsking && (
        <Question
          title={words.deleteUserTitle(name)}
          yes={words.deleteUser}
          body={words.deleteUserBody}
          run={() =>
            act(async () => new UserRoutes(api.client).delete(user.id, await prove()), words.userDeleted(name), close)
          }
          close={() => {
            setIsAsking(false);
          }}
        />
      )}
    </>
  );
}
