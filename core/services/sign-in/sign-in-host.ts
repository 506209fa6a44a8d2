import { PluginReply, type SignInHost, type SignInLink } from '../../plugin-api/index.ts';
import type { SignInLinkRow, SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { LoginLimits } from '../login-limits.ts';
import { CallingBrowser } from './calling-browser.ts';
import { checkedSubject, type PluginEntry } from './plugin-entry.ts';

interface Parts {
  readonly users: Pick<Users, 'byId'>;
  readonly links: SignInLinks;
  readonly entry: () => Pick<PluginEntry, 'come'>;
  readonly limits: () => Pick<LoginLimits, 'attemptEntry'>;
  readonly audit: () => Pick<AuditTrail, 'record'>;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** What a plugin that signs people in is handed. */
export function signInHost(plugin: string, { users, links, entry, limits, audit, clock }: Parts): SignInHost {
  const ofUser = (userId: number): SignInLinkRow[] => links.ofUser(userId).filter((link) => link.plugin === plugin);
  const told = (action: string, { userId, name }: { userId: number; name: string }): true => {
    const event = { action, subject: users.byId(userId)?.username, detail: `${plugin}: ${name}` };
    audit().record(event, { actor: { userId: null, name: `plugin ${plugin}` } });
    return true;
  };
  return {
    epochOf: (userId) => users.byId(userId)?.tokenEpoch ?? null,
    enter: async (call, subject) =>
      PluginReply.redirect(await entry().come(plugin, subject, CallingBrowser.of(call).key)),
    attempt: ({ address }, prove) =>
      limits()
        .attemptEntry(plugin, address, async () => {
          const proved = await prove();
          if (proved !== null) return { proved };
          audit().record({ action: 'login.failed', detail: `by ${plugin}` }, { actor: null, address });
          return undefined;
        })
        .then((made) => made?.proved ?? null),
    links: {
      ofUser: (userId) => ofUser(userId).map(toldOf),
      ofSubject: (subject) => {
        const link = links.ofSubject(plugin, subject);
        return link ? toldOf(link) : null;
      },
      link: (userId, subject, name) => {
        const link = { plugin, userId, ...checkedSubject({ subject, name }) };
        return links.add({ ...link, createdAt: clock() }) && told('sign_in.linked', link);
      },
      unlink: (userId, subject) => {
        const link = ofUser(userId).find((one) => one.subject === subject);
        return link !== undefined && links.remove(userId, link.id) !== undefined && told('sign_in.unlinked', link);
      },
    },
  };
}

function toldOf({ userId, subject, name, createdAt, lastUsedAt }: SignInLinkRow): SignInLink {
  return { userId, subject, name, createdAt, lastUsedAt };
}
