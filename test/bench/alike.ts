/**
 * Finding people and faces similar to a person, in a library of 5,000 people and 30,000 unassigned faces: how long each
 * response takes, and how long the event loop is blocked meanwhile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createVectorIndexProvider } from '../../plugins/vectors-local/vector-indexes.ts';
import { FaceRows } from '../support/face-rows.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { figure } from './measure.ts';
import { syntheticFaces } from './synthetic-faces.ts';

const people = 5000;
const unassigned = 30_000;

const questions: Readonly<Record<string, string>> = {
  pairs: '/api/people/duplicates?likely=true',
  'pairs.others': '/api/people/duplicates?threshold=0.35&limit=1000',
  ranking: '/api/people/suggested-merges',
  people: '/api/people/1/similar',
  faces: '/api/people/1/similar-faces',
  likely: '/api/faces/likely',
};

export async function bench(): Promise<void> {
  const vectors = createVectorIndexProvider();
  const server = await libraryServer({}, vectors);
  try {
    addFaces(server);
    const begin = performance.now();
    await server.get('/api/people/1/similar');
    figure('alike.indexes_filled', (performance.now() - begin) / 1000, 's', { people, unassigned });
    for (const [name, url] of Object.entries(questions)) {
      for (const time of ['first', 'second']) {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        // It does not count anything before its second tick.
        await setTimeout(20);
        const asked = performance.now();
        const { statusCode, payload } = await server.get(url);
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${payload}`);
        const took = performance.now() - asked;
        await setTimeout(20);
        delay.disable();
        const inputs = { url, time, people, unassigned };
        figure(`alike.${name}.answer`, took, 'ms', inputs);
        figure(`alike.${name}.pause.max`, delay.max / 1e6, 'ms', inputs);
      }
    }
  } finally {
    await server.stop();
    await vectors.close();
  }
}

/** Eight faces of each person. Half of the people are pairs of the same person. */
function addFaces({ db, rows }: LibraryServer): void {
  new FaceRows(db);
  const faces = syntheticFaces(people * 8 + unassigned);
  const person = db.prepare('INSERT INTO people (id, name, name_key, created_at) VALUES (?, ?, ?, 0)');
  const face = db.prepare(
    `INSERT INTO faces (id, photo_id, person_id, x, y, w, h, points, score, quality, crop)
     VALUES (?, ?, ?, 0.25, 0.5, 0.125, 0.25, '[]', 0.9, 0.5, 1)`,
  );
  const embed = db.prepare(`INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, 'crafted@1', ?)`);
  db.transaction(() => {
    const left: number[] = [];
    const byWho = new Map<number, number[]>();
    for (const [at, who] of faces.who.entries()) {
      if (who < 0) left.push(at);
      else byWho.set(who, [...(byWho.get(who) ?? []), at]);
    }
    const owned = [...byWho.values()].flat();
    for (let id = 1; id <= people; id += 1)
      person.run(id, id % 2 ? `Person ${id}` : null, id % 2 ? `person ${id}` : null);
    let id = 0;
    const add = (at: number, owner: number | null): void => {
      id += 1;
      face.run(id, rows.add({ uid: `a${id}` }), owner);
      embed.run(id, Buffer.from(faces.vector(at).buffer.slice(0)));
    };
    for (const [place, at] of owned.slice(0, people * 8).entries()) add(at, 1 + Math.floor(place / 8));
    for (const at of [...owned.slice(people * 8), ...left].slice(0, unassigned)) add(at, null);
  })();
}
