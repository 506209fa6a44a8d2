import { PluginReply } from '../plugin-reply.ts';
import type { SignInHost, SignInLink, SignInSubject } from '../sign-in.ts';

/** What the app does with somebody who came back from a service, as a test sees it. */
export interface FakeEntry extends SignInSubject {
  /** The user who is signed in, or linked; null where the subject is linked to nobody. */
  readonly userId: number | null;
}

/** A user who wants to link their account: `?link=` and their id. */
const linkOf = /^user (\d+)$/;

/** Signs people in of whom nothing is known but their epochs. @param epochs by the user's id; 0 where there is none */
export function fakeSignIn(epochs: ReadonlyMap<number, number>, entries: FakeEntry[]): SignInHost {
  const links = new Map<string, SignInLink>();
  const link = (userId: number, subject: string, name: string): boolean => {
    if (links.has(subject)) return false;
    links.set(subject, { userId, subject, name, createdAt: Math.floor(Date.now() / 1000), lastUsedAt: null });
    return true;
  };
  return {
    epochOf: (userId) => epochs.get(userId) ?? 0,
    enter: (_call, subject) => {
      const [, id] = linkOf.exec(subject.link ?? '') ?? [];
      if (id !== undefined) link(Number(id), subject.subject, subject.name);
      entries.push({ ...subject, userId: links.get(subject.subject)?.userId ?? null });
      return Promise.resolve(PluginReply.redirect('/#link=code'));
    },
    attempt: (_call, prove) => prove(),
    links: {
      ofUser: (userId) => [...links.values()].filter((one) => one.userId === userId),
      ofSubject: (subject) => links.get(subject) ?? null,
      link,
      unlink: (userId, subject) => links.get(subject)?.userId === userId && links.delete(subject),
    },
  };
}
