import type { MergedPerson, People, UndoneMerge } from '../../core/http/wire.ts';
import { PeopleServer } from './people-server.ts';

/** All tables that a merge changes. */
const tables = {
  people: 'SELECT id, name, name_key, cover_face_id, hidden, created_at FROM people ORDER BY id',
  counts: 'SELECT * FROM person_counts ORDER BY person_id',
  faces: 'SELECT id, person_id, assigned_by FROM faces ORDER BY id',
  decisions: 'SELECT * FROM face_decisions ORDER BY face_id',
  refusals: 'SELECT * FROM face_refusals ORDER BY face_id, person_id',
  rejections: 'SELECT * FROM face_rejections ORDER BY face_id',
  apart: 'SELECT * FROM people_kept_apart ORDER BY low_id, high_id',
};

/**
 * A server whose library is used to test merges of people and their undo. Each test of the suite starts with an empty
 * library.
 */
export class Merges {
  readonly server: PeopleServer;

  private constructor(server: PeopleServer) {
    this.server = server;
  }

  static inSuite(): Merges {
    return new Merges(PeopleServer.inSuite());
  }

  readonly add = (person: number, assignedBy: 'auto' | 'user' | 'propagated' = 'auto'): number =>
    this.server.faces.add({ photo: this.server.photo(), person, assignedBy });

  readonly merge = async (from: number, to: number): Promise<number> =>
    (await this.server.post<MergedPerson>(`/api/people/${from}/merge`, { target_id: to })).merge_id;

  readonly undo = (id: number): Promise<UndoneMerge> => this.server.post(`/api/people/merges/${id}/undo`, {});

  readonly refused = (id: number): Promise<[number, string]> => this.server.refused(`/api/people/merges/${id}/undo`);

  readonly state = (): Record<keyof typeof tables, unknown[]> => {
    const rows = Object.entries(tables).map(([name, sql]) => [name, this.server.s.db.prepare(sql).all()]);
    return Object.fromEntries(rows) as Record<keyof typeof tables, unknown[]>;
  };

  /** The state without the pairs that are kept apart after an undo. */
  readonly besides = (...pairs: [number, number][]): Record<keyof typeof tables, unknown[]> => {
    const now = this.state();
    const isPair = ({ low_id, high_id }: { low_id: number; high_id: number }): boolean =>
      pairs.some((pair) => Math.min(...pair) === low_id && Math.max(...pair) === high_id);
    return { ...now, apart: (now.apart as { low_id: number; high_id: number }[]).filter((row) => !isPair(row)) };
  };

  readonly names = async (): Promise<[number, string | null, number][]> =>
    (await this.server.s.json<People>('/api/people')).people.map(({ id, name, face_count }) => [id, name, face_count]);

  readonly owner = (face: number): number | null => this.server.faces.assignment(face).person;
}
