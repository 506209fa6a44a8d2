import { basename } from 'node:path';
import type { Db } from '../db/open.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { AuditTrail, commandLine } from '../services/audit-trail.ts';
import { ShareRows } from '../store/shares/share-rows.ts';
import { SharingSwitch } from '../store/shares/sharing-switch.ts';

/** The parts of an account that decide who may sign in. */
export interface AccountFacts {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly disabled: number;
  readonly passwordHash: string;
}

/** How many user ids are skipped if it is unknown which were in use. */
const unknownUsers = 1000;

/**
 * Prepares the copy of a snapshot to become the index.
 *
 * Accounts are those of the snapshot, but all sessions and all signed URLs are revoked: a token that was revoked after the
 * snapshot, because it was stolen, must not become valid again. Token epochs become the current time, which is greater than
 * any earlier count. Ids of users created after the snapshot are not reused, since their signatures would then belong to
 * another user. For the same reason, all share links are revoked and sharing is switched off. Photos that were being read at
 * the time of the snapshot do not count as having killed the server.
 * @param options.lastUser the greatest user id ever assigned; null if unknown
 * @param options.now epoch seconds
 */
export function settleRestored(
  db: Db,
  {
    snapshot,
    trusted,
    lastUser,
    now,
  }: {
    readonly snapshot: string;
    /** Whether a person vouched for it. */
    readonly trusted: boolean;
    readonly lastUser: number | null;
    readonly now: number;
  },
): void {
  db.transaction(() => {
    db.exec('DELETE FROM tokens');
    db.prepare('UPDATE users SET token_epoch = max(token_epoch + 1, ?)').run(now);
    new ShareRows(db).endAll();
    new SharingSwitch(db).set(false);
    db.exec('UPDATE photos SET in_hand = 0 WHERE in_hand = 1');
    const lastKnownUser = lastUserOf(db);
    raiseLastUser(db, Math.max(lastKnownUser, lastUser ?? lastKnownUser + unknownUsers));
    const audit = new AuditTrail({
      entries: new AuditEntries(db),
      clock: () => now,
      onError: (error) => {
        throw error;
      },
    });
    const detail = trusted ? '--trust' : undefined;
    audit.record({ action: 'index.restored', subject: basename(snapshot), detail }, { actor: commandLine });
  })();
}

/** The greatest user id ever assigned in the index. */
export function lastUserOf(db: Db): number {
  return db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'users'`).pluck().get() ?? 0;
}

function raiseLastUser(db: Db, id: number): void {
  const update = db.prepare(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'users'`).run(id);
  if (update.changes === 0) db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?)`).run(id);
}

export function accountsOf(db: Db): AccountFacts[] {
  return db
    .prepare<[], AccountFacts>('SELECT id, username, role, disabled, password_hash AS passwordHash FROM users')
    .all();
}

/**
 * Differences of the restored accounts that concern who may sign in, one line each, for the person who restored the index.
 */
export function accountNews(before: readonly AccountFacts[], after: readonly AccountFacts[]): string[] {
  const replaced = new Map(before.map((account) => [account.username, account]));
  const restoredNames = new Set(after.map(({ username }) => username));
  const news = after.flatMap((account) => {
    const previous = replaced.get(account.username);
    if (!previous) return [`${account.username} is back, with role ${account.role}`];
    const changes = [
      ...(previous.passwordHash === account.passwordHash ? [] : ['has the password of that time']),
      ...(previous.role === account.role ? [] : [`has role ${account.role} instead of ${previous.role}`]),
      ...(previous.disabled === account.disabled ? [] : [account.disabled ? 'is disabled' : 'is enabled again']),
    ];
    return changes.length === 0 ? [] : [`${account.username} ${changes.join(', ')}`];
  });
  const missing = before.filter(({ username }) => !restoredNames.has(username));
  return [...news, ...missing.map(({ username }) => `${username} is gone`)].sort();
}
