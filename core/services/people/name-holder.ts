import { personKey } from '../../domain/person.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import { openScopeOf, type Viewer } from '../viewer.ts';

/** The person with a name, and the normalised key of the name. */
export interface NameHolder {
  /** Null if no person that the viewer may know of has the name. */
  readonly id: number | null;
  readonly key: string;
}

/**
 * Finds the person with a name. A person who is withheld from the viewer counts as absent, since an error or a merge would
 * reveal them. The name is then used a second time, under a separate key that no search uses; a user who sees both people
 * can merge them.
 * @param name in the form of `personName`
 */
export function nameHolder(
  viewer: Viewer,
  name: string,
  parts: { readonly people: Pick<People, 'idOf'>; readonly list: Pick<PersonList, 'isThere'> },
): NameHolder {
  const scope = openScopeOf(viewer);
  const key = personKey(name);
  for (let skipped = 0; ; skipped++) {
    const candidate = skipped === 0 ? key : `${key}\u0000${skipped}`;
    const id = parts.people.idOf(candidate);
    if (id === undefined) return { id: null, key: candidate };
    if (parts.list.isThere(id, scope)) return { id, key: candidate };
  }
}
