import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountRow, Withholding } from '../../../core/http/wire.ts';
import { UserRoutes } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { WhenLoaded } from '../../components/frame/page-frame.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import { momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { locale } from '../../strings/language.ts';
import { EditUser } from './edit-user.tsx';
import { NewUser } from './new-user.tsx';

/** The accounts and their roles. */
export function UsersSection(): JSX.Element {
  const { api } = useApp();
  const [loaded, reload] = useLoaded(async (stop) => {
    const [{ users }, { withholdings }] = await Promise.all([
      new UserRoutes(api.client).list(stop),
      api.household.all(stop),
    ]);
    return { users, withholdings };
  }, []);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<number | null>(null);
  const close = (): void => {
    setAdding(false);
    setEditing(null);
    reload();
  };
  return (
    <>
      {adding && <NewUser close={close} />}
      <Panel
        title={words.users}
        aside={
          !adding && (
            <button
              class="button"
              type="button"
              onClick={() => {
                setAdding(true);
              }}
            >
              {words.addUser}
            </button>
          )
        }
      >
        <WhenLoaded of={loaded} again={reload}>
          {({ users, withholdings }) => (
            <ul class="rows">
              {users.map((user) => (
                <li key={user.id}>
                  <UserRow user={user} kept={keptFrom(user, withholdings)} />
                  {editing === user.id ? (
                    <EditUser user={user} changed={reload} close={close} />
                  ) : (
                    <button
                      class="button"
                      type="button"
                      aria-label={words.editUser(user.username)}
                      onClick={() => {
                        setEditing(user.id);
                      }}
                    >
                      {words.edit}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

/** The names of the albums and people withheld from an account. */
function keptFrom({ id, role }: AccountRow, withholdings: readonly Withholding[]): string[] {
  if (role === 'admin') return [];
  return withholdings
    .filter(
      ({ kept_from_readers: fromReaders, kept_from: users }) =>
        (fromReaders && role === 'read') || users?.includes(id) === true,
    )
    .map(({ album, person }) => album?.name ?? person?.name ?? words.unnamed);
}

function UserRow({ user, kept }: { user: AccountRow; kept: readonly string[] }): JSX.Element {
  const { session } = useApp();
  const login = user.last_login_at;
  return (
    <>
      <div class="row-text" data-faded={user.disabled}>
        <span>
          <bdi>{user.display_name}</bdi>
          {user.id === session.user?.id && <span class="hint"> ({words.you})</span>}
        </span>
        <small>
          <bdi>{user.username}</bdi>,{' '}
          {login === null ? words.neverLoggedIn : words.lastLogin(momentInTime(login, locale))}
        </small>
        {kept.length > 0 && <small>{words.keptFrom(kept.join(', '))}</small>}
      </div>
      <div class="badges">
        {user.disabled && (
          <span class="badge" data-bad>
            {words.disabled}
          </span>
        )}
        {user.two_factor_enabled && (
          <span class="badge" data-good>
            {words.secondFactor}
          </span>
        )}
        <span class="badge">{words.roles[user.role]}</span>
      </div>
    </>
  );
}
