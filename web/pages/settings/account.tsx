import type { JSX } from 'preact';
import { perform } from '../../actions/index.ts';
import { signOut } from '../../actions/app-actions.ts';
import { AccountRoutes } from '../../api/account.ts';
import { useApp } from '../../app.ts';
import { useDraft } from '../../components/hooks/draft.ts';
import { Field } from '../../components/elements/field.tsx';
import { Form, SubmitButton } from '../../components/elements/form.tsx';
import { Facts, Panel } from '../../components/elements/panel.tsx';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/settings/index.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';

/** The name shown to others. */
export function AccountSection(): JSX.Element | null {
  const app = useApp();
  const { user } = app.session;
  if (!user) return null;
  return (
    <>
      <Panel title={words.displayName} hint={words.displayNameHint}>
        <NameForm name={user.display_name} />
      </Panel>
      <Panel title={words.whoYouAre}>
        <Facts
          of={[
            [text.username, <bdi key="name">{user.username}</bdi>],
            [words.role, words.roles[user.role]],
          ]}
        />
        <p class="hint">{words.leaveHint}</p>
        <div class="buttons">
          <button class="button" type="button" onClick={() => void perform(signOut, app)}>
            {signOut.label(app)}
          </button>
        </div>
      </Panel>
    </>
  );
}

function NameForm({ name }: { name: string }): JSX.Element {
  const { api, session, toasts } = useApp();
  const [typed, setTyped] = useDraft('display name', name);
  const { busy, failure, field, make } = useAttempts();
  const save = (): void => {
    void make(async () => {
      const user = await new AccountRoutes(api.client).rename(typed);
      session.took(user);
      setTyped(user.display_name);
      toasts.say(words.nameSaved);
    });
  };
  return (
    <Form
      submit={save}
      busy={busy}
      failure={failure}
      buttons={<SubmitButton label={words.save} disabled={typed.trim() === name} />}
    >
      <Field
        label={words.displayName}
        name="display-name"
        autocomplete="name"
        capitals="words"
        value={typed}
        set={setTyped}
        wrong={failure !== null}
        input={field}
      />
    </Form>
  );
}
