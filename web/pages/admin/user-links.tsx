import type { JSX } from 'preact';
import type { AccountLink, AccountRow, OwnProof } from '../../../core/http/wire.ts';
import { UserRoutes } from '../../api/users.ts';
import { useApp } from '../../app.ts';
import { useLoaded } from '../../components/hooks/loaded.ts';
import { useAttempts } from '../../components/hooks/attempts.ts';
import { momentInTime } from '../../state/format.ts';
import { words } from '../../strings/admin/index.ts';
import { locale } from '../../strings/language.ts';

interface UserLinksProps {
  readonly user: AccountRow;
  /** For the admin's own account. */
  readonly prove: () => Promise<OwnProof>;
  /** Called after a link was removed: a passkey may have been the second factor. */
  readonly changed: () => void;
}

/** The linked services and passkeys with which a user signs in without a password, and buttons to remove them. */
export function UserLinks({ user, prove, changed }: UserLinksProps): JSX.Element | null {
  const { api, toasts } = useApp();
  const users = new UserRoutes(api.client);
  const [loaded, reload] = useLoaded((stop) => users.links(user.id, stop), [user.id]);
  const { busy, failure, make } = useAttempts();
  const links = loaded.is === 'there' ? loaded.value.links : [];
  if (links.length === 0) return null;

  const end = async ({ id, name }: AccountLink): Promise<void> => {
    await make(async () => {
      await users.endLink(user.id, id, await prove());
      toasts.say(words.linkEnded(name));
      reload();
      changed();
    });
  };
  return (
    <section aria-label={words.links}>
      <h3>{words.links}</h3>
      <p class="hint">{words.linksHint}</p>
      <ul class="rows">
        {links.map((link) => (
          <li key={link.id}>
            <div class="row-text">
              <bdi>{link.name}</bdi>
              <small>
                <bdi>{link.plugin}</bdi>,{' '}
                {link.last_used_at === null
                  ? words.linkUnused
                  : words.linkUsed(momentInTime(link.last_used_at, locale))}
              </small>
            </div>
            <button
              class="button"
              type="button"
              disabled={busy}
              aria-label={words.endLinkOf(link.name)}
              onClick={() => void end(link)}
            >
              {words.endLink}
            </button>
          </li>
        ))}
      </ul>
      <p class="failure" role="alert">
        {failure}
      </p>
    </section>
  );
}
