import { DomainError } from '../../domain/errors.ts';
import { PluginReply, type SignInHost, type SignInLink } from '../../plugin-api/index.ts';
import { checkedSubject } from '../../plugin-api/shapes/sign-in.ts';
import { withinTime } from '../../plugin-api/toolkit/index.ts';
import type { SignInLinkRow, SignInLinks } from '../../store/accounts/sign-in-links.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { CallingBrowser } from './calling-browser.ts';
import type { LoginLimits } from './login-limits.ts';
import type { PluginEntry } from './plugin-entry.ts';

interface Parts {
  readonly users: Pick<Users, 'byId'>;
  readonly links: SignInLinks;
  readonly entry: () => Pick<PluginEntry, 'begin' | 'resume' | 'complete'>;
  readonly limits: () => Pick<LoginLimits, 'attemptSignIn'>;
  readonly audit: () => Pick<AuditTrail, 'record'>;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** The time limit for one attempt in milliseconds; default 10 s. */
  readonly timeLimit?: number;
}

/** The host's sign-in methods for one plugin. */
export function signInHost(plugin: string, parts: Parts): SignInHost {
  const { users, links, entry, limits, audit, clock, timeLimit: ms = 10_000 } = parts;
  const ofUser = (userId: number): SignInLinkRow[] => links.ofUser(userId).filter((link) => link.plugin === plugin);
  const record = (action: string, { userId, name }: { userId: number; name: string }): true => {
    const event = { action, subject: users.byId(userId)?.username, detail: `${plugin}: ${name}` };
    audit().record(event, { actor: { userId: null, name: `plugin ${plugin}` } });
    return true;
  };
  return {
    epochOf: (userId) => users.byId(userId)?.tokenEpoch ?? null,
    begin: (call, data) => entry().begin(plugin, data, CallingBrowser.of(call)),
    resume: (call, ticket) => entry().resume(plugin, ticket, CallingBrowser.of(call)),
    enter: async (call, subject) =>
      PluginReply.redirect(await entry().complete(plugin, subject, CallingBrowser.of(call))),
    attempt: ({ address }, prove) =>
      limits()
        .attemptSignIn(plugin, address, async () => {
          const answer = await withinTime((inTime) => Promise.resolve(prove({ signal: inTime })), {
            ms,
            // Without the call's signal: a guess counts even if the client does not wait for the response.
            signals: [],
            tooLate: () => new DomainError('not_ready', `The plugin ${plugin} does not answer: try again later.`),
          });
          // A plugin in plain JavaScript may return undefined, for example from a lookup in a map.
          const proved = answer ?? null;
          if (proved !== null) return { proved };
          audit().record({ action: 'login.failed', detail: `by ${plugin}` }, { actor: null, address });
          return undefined;
        })
        .then((result) => result?.proved ?? null),
    links: {
      ofUser: (userId) => ofUser(userId).map(signInLinkOf),
      ofSubject: (subject) => {
        const link = links.ofSubject(plugin, subject);
        return link ? signInLinkOf(link) : null;
      },
      link: (userId, subject, name) => {
        const link = { plugin, userId, ...checkedSubject({ subject, name }) };
        return links.add({ ...link, createdAt: clock() }) && record('sign_in.linked', link);
      },
      rename: (userId, subject, name) => links.rename({ plugin, userId, ...checkedSubject({ subject, name }) }),
      unlink: (userId, subject) => {
        const link = ofUser(userId).find((one) => one.subject === subject);
        return link !== undefined && links.remove(userId, link.id) !== undefined && record('sign_in.unlinked', link);
      },
    },
  };
}

function signInLinkOf({ userId, subject, name, createdAt, lastUsedAt }: SignInLinkRow): SignInLink {
  return { userId, subject, name, createdAt, lastUsedAt };
}
