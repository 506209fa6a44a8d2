import type { Db } from '../../core/db/open.ts';
import { Withholdings } from '../../core/store/household/withholdings.ts';
import { Decisions } from '../../core/store/people/decisions.ts';
import { FaceOwners } from '../../core/store/people/face-owners.ts';
import { MergeRecords } from '../../core/store/people/merge-records.ts';
import { People } from '../../core/store/people/people.ts';
import { PersonList } from '../../core/store/people/person-list.ts';
import { transactOn, type Transact } from '../../core/store/transact.ts';
import { Merging } from '../../core/services/people/merging.ts';

/** The merging service of an index, as after a start of the server. */
export function mergingIn(db: Db, transact: Transact = transactOn(db)): Merging {
  return new Merging({
    people: new People(db),
    list: new PersonList(db),
    decisions: new Decisions(db),
    owners: new FaceOwners(db),
    records: new MergeRecords(db),
    withholdings: new Withholdings(db),
    transact,
  });
}
