import type { AssignedFace, Face, Person } from '../../core/http/wire.ts';
import { FaceQueue } from '../../web/state/people/face-queue.ts';
import type { Assignee } from '../../web/state/people/face-queue-options.ts';
import type { LikelyPages } from '../../web/state/people/likely-pages.ts';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { Library, months } from './library.ts';

function person(id: number, name: string | null): Person {
  return {
    id,
    name,
    face_count: 1,
    photo_count: 1,
    cover_url: null,
    cover_face_id: null,
    hidden: false,
    hidden_by_choice: false,
  };
}

export function face(id: number): Face {
  const box = { x: 0, y: 0, w: 1, h: 1 };
  const nobodys = { person_id: null, person_name: null, assigned_by: 'auto', source_name: null } as const;
  return { id, photo_uid: `p${id}`, box, score: 1, crop_url: `/api/faces/${id}/crop`, ...nobodys };
}

/**
 * A queue, and its server with `count` unassigned faces.
 * @param skips the faces that were skipped before
 * @param likely the faces with a likely person, which the queue shows instead
 */
export function queueOf(count: number, skips = new SkippedOnes(), likely?: LikelyPages) {
  const nobodys = new Set(Array.from({ length: count }, (_, i) => i + 1));
  const photo = new Library(months([2024, 6, 1])).item(0);
  const told = { failed: [] as string[], undo: [] as (() => Promise<void>)[], sent: [] as string[] };
  const server = {
    refuses: false,
    follow: [] as number[],
    held: null as Promise<void> | null,
    slow: null as Promise<void> | null,
  };
  const queue = new FaceQueue({
    faces: async ({ offset, limit }) => {
      if (likely) return likely.next(offset);
      await server.slow;
      const items = [...nobodys].map(face).slice(offset, offset + limit);
      return { items, total: nobodys.size };
    },
    suggestions: (id) =>
      Promise.resolve({
        suggestions: [{ person: person(id * 10, `Like ${id}`), similarity: 0.5, likeness: 'likely' as const }],
      }),
    photo: () => Promise.resolve(photo),
    assign: async (id: number, whose: Assignee): Promise<AssignedFace> => {
      await server.held;
      if (server.refuses) throw new Error('No.');
      told.sent.push(`${id} is ${'name' in whose ? whose.name : whose.person_id}`);
      const propagated_ids = server.follow;
      for (const gone of [id, ...propagated_ids]) nobodys.delete(gone);
      const who = 'name' in whose ? person(99, whose.name) : person(whose.person_id, 'Somebody');
      return { face: face(id), person: who, propagated: propagated_ids.length, propagated_ids };
    },
    unassign: (id) => {
      told.sent.push(`${id} is nobody's`);
      nobodys.add(id);
      return Promise.resolve();
    },
    reject: (id, rejected) => {
      if (server.refuses) return Promise.reject(new Error('No.'));
      told.sent.push(`${id} is ${rejected ? 'no' : 'a'} face`);
      if (rejected) nobodys.delete(id);
      else nobodys.add(id);
      return Promise.resolve();
    },
    ignore: (id, ignored) => {
      told.sent.push(`${id} is ${ignored ? 'ignored' : 'to be named'}`);
      if (ignored) nobodys.delete(id);
      else nobodys.add(id);
      return Promise.resolve();
    },
    skips,
    onDecided: (_, undo) => told.undo.push(undo),
    onUndone: () => undefined,
    onFailed: (error) => told.failed.push((error as Error).message),
    onChanged: () => undefined,
  });
  const visitAnew = async (): Promise<void> => {
    queue.forget();
    await queue.resume();
  };
  return { queue, told, server, nobodys, visitAnew, here: () => queue.current.value?.face.id ?? null };
}
