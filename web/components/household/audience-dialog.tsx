import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountRow, Audience } from '../../../core/http/wire.ts';
import type { Withheld } from '../../api/household.ts';
import { UserRoutes } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { words } from '../../strings/household/index.ts';
import '../../styles/panel.css';
import '../../styles/sharing.css';
import { Dialog } from '../elements/dialog.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { WhenLoaded } from '../frame/page-frame.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { useSaving } from '../hooks/saving.ts';

/** The dialog on who can see the album or person of the page. */
export function AudienceDialog({ of: { subject, name } }: { of: Withheld }): JSX.Element {
  const app = useApp();
  const { api, session } = app;
  const [loaded, reload] = useLoaded(async (stop) => {
    const [audience, accounts] = await Promise.all([
      api.household.audience(subject, stop),
      session.may('admin') ? new UserRoutes(api.client).list(stop) : null,
    ]);
    return { audience, users: accounts?.users.filter(({ role }) => role !== 'admin') ?? null };
  }, []);
  const close = (): void => {
    app.dialog.value = null;
  };
  const title = name === null ? words.unnamedTitle : words.title(name);
  return (
    <Dialog label={title} close={close}>
      <div class="share-dialog">
        <h2>{title}</h2>
        <p class="hint">{'album' in subject ? words.albumHint : words.personHint}</p>
        <WhenLoaded of={loaded} again={reload}>
          {(found) => (
            <AudienceForm
              {...found}
              close={close}
              save={async (change) => {
                await api.household.setAudience(subject, change);
                await app.withheldThings.follow();
                app.toasts.say(name === null ? words.savedUnnamed : words.saved(name));
              }}
            />
          )}
        </WhenLoaded>
      </div>
    </Dialog>
  );
}

interface AudienceFormProps {
  readonly audience: Audience;
  /** The accounts from which it can be withheld; null if the user may not choose single ones. */
  readonly users: readonly AccountRow[] | null;
  readonly save: (change: { kept_from_readers: boolean; kept_from?: readonly number[] }) => Promise<void>;
  readonly close: () => void;
}

function AudienceForm({ audience, users, save, close }: AudienceFormProps): JSX.Element {
  const [readers, setReaders] = useState(audience.kept_from_readers);
  const [withheldFrom, setWithheldFrom] = useState<ReadonlySet<number>>(() => new Set(audience.kept_from));
  const { busy, failure, make } = useSaving(close);
  const choose = (id: number, isKept: boolean): void => {
    const next = new Set(withheldFrom);
    if (isKept) next.add(id);
    else next.delete(id);
    setWithheldFrom(next);
  };
  const send = (): Promise<void> =>
    save({ kept_from_readers: readers, ...(users && { kept_from: [...withheldFrom] }) });
  return (
    <Form
      submit={() => void make(send)}
      busy={busy}
      failure={failure}
      buttons={<SubmitOrCancel submit={words.save} cancel={close} />}
    >
      <label class="switch">
        <input
          type="checkbox"
          checked={readers}
          onChange={({ currentTarget }) => {
            setReaders(currentTarget.checked);
          }}
        />
        <span>
          {words.readers}
          <small>{words.readersHint}</small>
        </span>
      </label>
      {users && users.length > 0 && (
        <fieldset class="kept-users">
          <legend>{words.users}</legend>
          {users.map(({ id, display_name: name }) => (
            <label key={id} class="switch">
              <input
                type="checkbox"
                checked={withheldFrom.has(id)}
                onChange={({ currentTarget }) => {
                  choose(id, currentTarget.checked);
                }}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <p class="hint">{users?.length === 0 ? words.noUsers : words.adminsSee}</p>
    </Form>
  );
}
