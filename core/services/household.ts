import { DomainError } from '../domain/errors.ts';
import { noSuchPerson } from '../domain/person.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import type { Users } from '../store/accounts/users.ts';
import type { Subject, Withholdings } from '../store/household/withholdings.ts';
import type { PersonList } from '../store/people/person-list.ts';
import type { Transact } from '../store/transact.ts';
import type { Facets } from '../timeline/facets.ts';
import { noSuchAlbum } from './album-library.ts';
import { scopeOf, type Viewer } from './viewer.ts';

/** The users from whom an album or a person is withheld, as far as a viewer may know it. */
export interface KnownWithholding {
  /** Withheld from all users with the role read. */
  readonly readers: boolean;
  /** Ids of users; null for viewers who are not admins. */
  readonly users: readonly number[] | null;
}

/** The new state; undefined keeps the current one. */
export interface WithholdingChange {
  readonly readers?: boolean | undefined;
  readonly users?: readonly number[] | undefined;
}

/** An album or a person that is withheld from some users. */
export interface WithheldSubject extends KnownWithholding {
  readonly album: { readonly uid: string; readonly name: string } | null;
  readonly person: { readonly id: number; readonly name: string | null } | null;
}

/** Details for the audit trail. */
export interface ChangedWithholding extends KnownWithholding {
  readonly subject: string;
  /** The names of the users from whom it is now withheld. */
  readonly usernames: readonly string[];
}

/** From whom a deleted album was withheld. */
export type FormerWithholding = Pick<ChangedWithholding, 'readers' | 'usernames'>;

interface Dependencies {
  readonly withholdings: Withholdings;
  readonly users: Pick<Users, 'byId'>;
  readonly people: Pick<PersonList, 'isThere'>;
  readonly facets: Pick<Facets, 'albumId'>;
  readonly withheld: WithheldFrom;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Withholds albums and people from users. Editors may withhold anything they see from the role read. Only admins can
 * withhold something from single users, and only they can see it. Nothing can be withheld from admins.
 */
export class Household {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws DomainError `not_found` */
  audience(viewer: Viewer, subject: Subject): KnownWithholding {
    this.#check(viewer, subject);
    return audienceFor(viewer, this.#with.withholdings.of(subject));
  }

  /**
   * Changes from whom a subject is withheld, with immediate effect.
   * Users from whom it is withheld already may have become admins since: it stays withheld, should they be demoted.
   * @throws DomainError `not_found`; `forbidden` if anyone but an admin names users; `bad_input` for further users that do not
   * exist or are admins
   */
  setAudience(viewer: Viewer, subject: Subject, { readers, users }: WithholdingChange): ChangedWithholding {
    const { withholdings, transact, clock } = this.#with;
    if (users !== undefined && viewer.role !== 'admin') {
      throw new DomainError('forbidden', 'Only admins can keep something from single users.', {
        problem: 'role_too_low',
      });
    }
    return transact(() => {
      this.#check(viewer, subject);
      const before = withholdings.of(subject);
      for (const id of users ?? []) if (!before.users.includes(id)) this.#checkUser(id);
      const audience = { readers: readers ?? before.readers, users: users ?? before.users };
      withholdings.set(subject, audience, { user: viewer.userId, now: clock() });
      const usernames = this.#usernames(audience.users);
      return { ...audienceFor(viewer, withholdings.of(subject)), subject: this.#nameOf(subject), usernames };
    });
  }

  /** @throws DomainError `conflict` if an album is withheld from anybody, whether or not the viewer may know of it */
  checkUnwithheld(album: string): void {
    const { readers, users } = this.#with.withholdings.of({ album });
    if (readers || users.length > 0) throw readers ? keptFromReaders() : keptFromAccounts();
  }

  /**
   * Ends the withholding of an album that is being deleted: whoever did not see its photos sees them from then on. Editors may
   * not know all users from whom it is withheld, so only admins can decide that. Must be called in a transaction.
   * @returns from whom it was withheld
   * @throws DomainError `conflict` if it is withheld and the viewer is no admin
   */
  forgetAlbum({ role }: Viewer, album: string): FormerWithholding {
    const { withholdings } = this.#with;
    const { readers, users } = withholdings.of({ album });
    if (role !== 'admin') this.checkUnwithheld(album);
    withholdings.forgetAlbum(album);
    return { readers, usernames: this.#usernames(users) };
  }

  /** All withheld subjects that the viewer may know about, sorted by name. */
  all(viewer: Viewer): WithheldSubject[] {
    const subjects = new Map<string, WithheldSubject & { users: number[] | null }>();
    const isAdmin = viewer.role === 'admin';
    for (const { album, person, user, albumName, personName } of this.#with.withholdings.named()) {
      const subject = album !== null ? { album } : { person: person ?? 0 };
      if ((user !== null && !isAdmin) || !this.#isThere(viewer, subject)) continue;
      const key = `${album ?? ''} ${person ?? ''}`;
      const known = subjects.get(key) ?? {
        album: album === null ? null : { uid: album, name: albumName ?? '' },
        person: person === null ? null : { id: person, name: personName },
        readers: false,
        users: isAdmin ? [] : null,
      };
      if (user !== null) known.users?.push(user);
      subjects.set(key, { ...known, readers: known.readers || user === null });
    }
    return [...subjects.values()].sort((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1));
  }

  #check(viewer: Viewer, subject: Subject): void {
    if (!this.#isThere(viewer, subject)) throw 'album' in subject ? noSuchAlbum() : noSuchPerson();
  }

  #isThere(viewer: Viewer, subject: Subject): boolean {
    const scope = scopeOf(viewer);
    if ('person' in subject) return this.#with.people.isThere(subject.person, scope);
    const { album } = subject;
    return this.#with.facets.albumId(album) !== undefined && !this.#with.withheld(scope.audience).albums.has(album);
  }

  #usernames(users: readonly number[]): string[] {
    return users.flatMap((id) => this.#with.users.byId(id)?.username ?? []);
  }

  #checkUser(id: number): void {
    const user = this.#with.users.byId(id);
    if (!user) throw new DomainError('bad_input', 'kept_from must have ids of users.', { problem: 'no_such_account' });
    if (user.role === 'admin') {
      throw new DomainError('bad_input', 'kept_from has an admin: nothing can be kept from admins.');
    }
  }

  #nameOf(subject: Subject): string {
    const name = this.#with.withholdings.nameOf(subject);
    return name ?? ('album' in subject ? `album ${subject.album}` : `person ${subject.person}`);
  }
}

const keptFromReaders = (): DomainError =>
  new DomainError(
    'conflict',
    'This album is kept from all with the role read, who would see its photos from then on: show it to them first, or ask an administrator.',
    { problem: 'kept_from_readers' },
  );

/** Editors cannot show it to single accounts. */
const keptFromAccounts = (): DomainError =>
  new DomainError(
    'conflict',
    'This album is kept from somebody, who would see its photos from then on: ask an administrator.',
    { problem: 'kept_album' },
  );

const audienceFor = (
  { role }: Viewer,
  { readers, users }: { readers: boolean; users: readonly number[] },
): KnownWithholding => ({
  readers,
  users: role === 'admin' ? users : null,
});

const nameIn = ({ album, person }: WithheldSubject): string => album?.name ?? person?.name ?? '';
