import { randomBytes } from 'node:crypto';
import { PluginReply } from '../plugin-reply.ts';
import { checkedSubject } from '../shapes/sign-in.ts';
import type { SignInHost, SignInLink, SignInSubject } from '../sign-in.ts';
import { mostFailures, TooManyAttempts } from './fake-accounts.ts';
import { browserOf } from './calling-browser.ts';

/** A sign-in at a service, for assertions. */
export interface FakeEntry extends SignInSubject {
  /** The user who is signed in, or linked; null for a subject that is not linked. */
  readonly userId: number | null;
}

interface PendingSignIn {
  readonly browser: object;
  /** JSON. */
  readonly data: string;
}

/** A user who links their account: `?link=` with this value. */
const linkOf = /^user (\d+)$/;

/** The maximum length of a ticket: it has to fit into a cookie. */
const longestTicket = 3800;

/** Signs in users who have only epochs. @param epochs by the user's id; 0 for any other */
export function fakeSignIn(epochs: ReadonlyMap<number, number>, entries: FakeEntry[]): SignInHost {
  const links = new Map<string, SignInLink>();
  const flows = new Map<string, PendingSignIn>();
  const failures = new Map<string, number>();

  const link = (userId: number, subject: string, name: string): boolean => {
    checkedSubject({ subject, name });
    if (links.has(subject)) return false;
    links.set(subject, { userId, subject, name, createdAt: Math.floor(Date.now() / 1000), lastUsedAt: null });
    return true;
  };

  return {
    epochOf: (userId) => epochs.get(userId) ?? 0,
    begin: (call, data) => {
      const json = JSON.stringify(data ?? null);
      const ticket = `${randomBytes(64).toString('base64url')}${Buffer.from(json).toString('base64url')}`;
      if (ticket.length > longestTicket) throw new Error('The data of host.signIn.begin have more than 2700 bytes.');
      flows.set(ticket, { browser: browserOf(call).browser, data: json });
      return ticket;
    },
    resume: (call, ticket) => {
      const calling = browserOf(call);
      const found = flows.get(ticket);
      if (found?.browser !== calling.browser) return null;
      flows.delete(ticket);
      calling.resumed = true;
      return { data: JSON.parse(found.data) as unknown };
    },
    enter: async (call, subject) => {
      await Promise.resolve();
      if (!browserOf(call).resumed) {
        throw new Error(
          'host.signIn.enter needs a call in which host.signIn.resume has answered with the data of a begin.',
        );
      }
      checkedSubject(subject);
      const [, id] = linkOf.exec(subject.link ?? '') ?? [];
      if (id !== undefined) link(Number(id), subject.subject, subject.name);
      entries.push({ ...subject, userId: links.get(subject.subject)?.userId ?? null });
      return PluginReply.redirect('/#link=code');
    },
    attempt: async ({ address }, prove) => {
      const failureCount = failures.get(address) ?? 0;
      if (failureCount >= mostFailures) throw new TooManyAttempts();
      const proved = (await prove({ signal: new AbortController().signal })) ?? null;
      if (proved === null) failures.set(address, failureCount + 1);
      return proved;
    },
    links: {
      ofUser: (userId) => [...links.values()].filter((candidate) => candidate.userId === userId),
      ofSubject: (subject) => links.get(subject) ?? null,
      link,
      rename: (userId, subject, name) => {
        checkedSubject({ subject, name });
        const found = links.get(subject);
        if (found?.userId !== userId) return false;
        links.set(subject, { ...found, name });
        return true;
      },
      unlink: (userId, subject) => links.get(subject)?.userId === userId && links.delete(subject),
    },
  };
}
