import { DomainError } from '../../domain/errors.ts';
import type { Decider } from '../../index-store/face-decisions.ts';
import type { MergeRecord, MergeRecords } from '../../index-store/merge-records.ts';
import type { PeopleUnmerge } from '../../index-store/people-unmerge.ts';
import type { People } from '../../index-store/people.ts';

/** What came of the undo of a merge. */
export interface Unmerged {
  /** Who is back, under their old id. */
  readonly person: number;
  readonly target: number;
  readonly name: string | null;
  /** Somebody else has the name by now, and the person has none. */
  readonly nameTaken: boolean;
}

/** The steps in which a merge is undone. Each is to be made in a transaction, and none while another merge goes on. */
export class Unmerging {
  readonly #people: People;
  readonly #records: MergeRecords;
  readonly #unmerge: PeopleUnmerge;

  constructor(parts: { people: People; records: MergeRecords; unmerge: PeopleUnmerge }) {
    this.#people = parts.people;
    this.#records = parts.records;
    this.#unmerge = parts.unmerge;
  }

  /**
   * The person is there again, and nothing but people makes the two one any more.
   * @throws DomainError `not_found` for a merge that is not, or no more, on record, or when the one who stayed is gone for
   *   good; `conflict` when they became part of somebody else
   */
  begin(id: number, by: Decider): Unmerged {
    const record = this.#records.get(id);
    if (record?.state !== 'merged') {
      throw new DomainError('not_found', 'There is no such merge, or it is undone already, or too long ago.', {
        problem: 'no_such_merge',
      });
    }
    if (!this.#people.get(record.to)) throw this.#targetIsGone(record);
    if (record.gaveCover && !this.#unmerge.handCoverOn(record)) this.#people.setCover(record.to, null);
    if (record.gaveName) this.#people.rename(record.to, null, null);
    const nameTaken = record.nameKey !== null && this.#people.idOf(record.nameKey) !== undefined;
    const name = nameTaken ? null : record.name;
    this.#unmerge.begin(record, name, nameTaken ? null : record.nameKey);
    if (record.gaveName) this.#nameByAnother(record);
    this.#people.keepApart(record.from, record.to, by);
    return { person: record.from, target: record.to, name, nameTaken };
  }

  /** Gives back some faces. @returns whether that was all */
  goOn(id: number, facesAtOnce: number): boolean {
    const record = this.#records.get(id);
    if (record?.state !== 'undoing') return true;
    // One of the two went meanwhile: there is nobody to give to, or to take from.
    const areThere = this.#people.get(record.from) && this.#people.get(record.to);
    if (areThere && this.#unmerge.giveBack(record, facesAtOnce) === facesAtOnce) return false;
    if (areThere) this.#unmerge.end(record);
    else this.#records.end(id);
    return true;
  }

  /** Those that were begun. */
  unfinished(): readonly MergeRecord[] {
    return this.#records.undoing();
  }

  #nameByAnother(record: MergeRecord): void {
    const next = this.#unmerge.nextName(record);
    if (!next) return;
    this.#people.rename(record.to, next.name, next.nameKey);
    this.#unmerge.gaveName(next.id);
  }

  #targetIsGone({ to }: MergeRecord): DomainError {
    const later = this.#records.ofPerson(to);
    if (!later) {
      return new DomainError('not_found', 'The person that they became part of is gone: this merge cannot be undone.', {
        problem: 'no_such_merge',
      });
    }
    const into = this.#people.get(later.to)?.name;
    return new DomainError(
      'conflict',
      `The person that they became part of was merged ${into == null ? 'on' : `into ${into}`} since: undo that merge first.`,
      { problem: 'merged_since' },
    );
  }
}
