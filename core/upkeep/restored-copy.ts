import { basename } from 'node:path';
import type { Db } from '../db/open.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { AuditTrail, commandLine } from '../services/audit-trail.ts';
import { ShareRows } from '../store/shares/share-rows.ts';
import { SharingSwitch } from '../store/shares/sharing-switch.ts';

/** An account as far as it says who may enter. */
export interface AccountFacts {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly disabled: number;
  readonly passwordHash: string;
}

/** Ids of users that are left out when nobody knows which were in use. */
const unknownUsers = 1000;

/**
 * Makes the copy of a snapshot fit to be the index from now on.
 *
 * Who may enter is as it was, and nobody is inside: all sessions end and all signed URLs, for a token that was revoked
 * since the snapshot, because somebody had stolen it, must not be good again. The epoch of signatures becomes the present
 * time, which is beyond any count that there ever was, and ids of users that came after the snapshot are not given anew:
 * their signatures would be those of another. For the same reason all share links end, and sharing is off. Photos that were being read at that moment did not kill the server.
 * @param options.lastUser the greatest id of a user that was ever given; null when unknown
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
    /** Whether somebody vouched for it. */
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
    const known = lastUserOf(db);
    raiseLastUser(db, Math.max(known, lastUser ?? known + unknownUsers));
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

/** The greatest id that a user of the index ever had. */
export function lastUserOf(db: Db): number {
  return db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'users'`).pluck().get() ?? 0;
}

function raiseLastUser(db: Db, id: number): void {
  const raised = db.prepare(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'users'`).run(id);
  if (raised.changes === 0) db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?)`).run(id);
}

export function accountsOf(db: Db): AccountFacts[] {
  return db
    .prepare<[], AccountFacts>('SELECT id, username, role, disabled, password_hash AS passwordHash FROM users')
    .all();
}

/** What the restored index says otherwise about who may enter, a line each, for the person who restored it. */
export function accountNews(before: readonly AccountFacts[], after: readonly AccountFacts[]): string[] {
  const replaced = new Map(before.map((account) => [account.username, account]));
  const restored = new Set(after.map(({ username }) => username));
  const news = after.flatMap((account) => {
    const was = replaced.get(account.username);
    if (!was) return [`${account.username} is back, with role ${account.role}`];
    const changes = [
      ...(was.passwordHash === account.passwordHash ? [] : ['has the password of that time']),
      ...(was.role === account.role ? [] : [`has role ${account.role} instead of ${was.role}`]),
      ...(was.disabled === account.disabled ? [] : [account.disabled ? 'is disabled' : 'is enabled again']),
    ];
    return changes.length === 0 ? [] : [`${account.username} ${changes.join(', ')}`];
  });
  const gone = before.filter(({ username }) => !restored.has(username));
  return [...news, ...gone.map(({ username }) => `${username} is gone`)].sort();
}
