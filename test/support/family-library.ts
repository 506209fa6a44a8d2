import { PhotoLabels } from '../../core/store/photos/photo-labels.ts';
import { PhotoText } from '../../core/store/photos/photo-text.ts';
import { AlikeRows } from './alike-rows.ts';
import { FaceRows } from './face-rows.ts';
import type { LibraryServer } from './library-server.ts';

const names = ['Anna Berg', 'Ben Berg', 'Carla Dorn', 'Anna Dorn', 'Emil Frey', 'Frida Hahn'];
const places = ['Lisbon, Portugal', 'Porto, Portugal', 'Ulm, Germany', 'Nice, France', 'Bergen, Norway'];
const cameras = ['Canon EOS R6', 'Fujifilm X100V', 'Pixel 8'];
const tags = ['beach', 'birthday', 'garden', 'secret plan'];
const labels = ['dog', 'cat', 'cake', 'boat'];

/** The parts of the library that tests need. */
export interface Family {
  readonly photos: readonly number[];
  readonly people: readonly number[];
  readonly albums: readonly string[];
  /** All texts that could be searched for. */
  readonly words: readonly string[];
}

/** Fills an index with a family's photos, with everything that affects lists, counts and searches. */
export async function fillWithFamily(s: LibraryServer, random: () => number, size = 40): Promise<Family> {
  const { db } = s;
  const faces = new FaceRows(db);
  const alike = new AlikeRows(db);
  const shown = new PhotoLabels(db);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const chance = (share: number): boolean => random() < share;

  const people = [...names.map((name) => faces.person(name)), faces.person(), faces.person()];
  const photos = Array.from({ length: size }, (_, at) => {
    const place = pick(places);
    const where = chance(0.7) ? { place, lat: 10 + places.indexOf(place) * 7, lng: 5 + places.indexOf(place) * 3 } : {};
    const id = alike.add(
      {
        uid: `u${at}`,
        takenAt: 1_500_000_000 + Math.floor(random() * 200_000_000),
        kind: pick(['image', 'image', 'image', 'video', 'raw'] as const),
        size: 1000 + Math.floor(random() * 9000),
        sha1: (chance(0.3) ? Math.floor(random() * 4) : 100 + at).toString(16).padStart(40, '0'),
        ...where,
        ...(chance(0.7) ? { camera: pick(cameras) } : {}),
      },
      {
        hash: chance(0.3)
          ? BigInt(Math.floor(random() * 3)) * 0x5555_0000_ffffn
          : BigInt(Math.floor(random() * 2 ** 48)) << 15n,
      },
    );
    db.prepare('UPDATE photos SET size = (SELECT min(size) FROM photos p WHERE p.sha1 = photos.sha1) WHERE id = ?').run(
      id,
    );
    for (const person of people) {
      // All faces of a person are the same, so that the similarity of two people does not depend on the photos that a
      // user sees.
      if (chance(0.12)) faces.add({ photo: id, person, like: { [person]: 1 }, quality: random(), score: random() });
    }
    if (chance(0.3)) faces.add({ photo: id, like: { [pick(people)]: 1, 300: 0.2 }, score: random() });
    if (chance(0.1)) {
      const face = faces.add({ photo: id, score: random() });
      const table = pick(['face_rejections', 'face_ignores']);
      const columns =
        table === 'face_rejections'
          ? "(face_id, assigned_by, decided_at) VALUES (?, 'auto', ?)"
          : '(face_id, decided_at) VALUES (?, ?)';
      db.prepare(`INSERT INTO ${table} ${columns}`).run(face, at);
    }
    if (chance(0.1)) {
      const name = pick(names);
      db.prepare('INSERT INTO source_people (photo_id, position, name, name_key) VALUES (?, 0, ?, lower(?))').run(
        id,
        name,
        name,
      );
    }
    shown.keep(id, {
      labels: labels.filter(() => chance(0.2)).map((label) => ({ label, score: 0.9, box: null })),
      people: 0,
      show: 0.5,
    });
    return id;
  });
  const uids = photos.map((_, at) => `u${at}`);
  for (const uid of uids) {
    if (chance(0.3)) await s.send('PUT', `/api/photos/${uid}/tags`, { tags: tags.filter(() => chance(0.4)) }, s.admin);
    if (chance(0.3))
      await s.send('PATCH', `/api/photos/${uid}`, { hidden: chance(0.4), archived: chance(0.4) }, s.admin);
  }
  for (const photo of photos) {
    for (const user of [1, 2, 3]) {
      if (chance(0.3)) db.prepare('INSERT INTO favorites (user_id, photo_id) VALUES (?, ?)').run(user, photo);
    }
  }
  const albums = ['Summer', 'Wedding', 'Garden party', 'Surprise'].map((name, at) => {
    const members = photos.filter(() => chance(0.2));
    s.rows.album(`album-${at}`, name, members, members[0] === undefined ? undefined : `u${photos.indexOf(members[0])}`);
    return `album-${at}`;
  });
  await alike.run();
  new PhotoText(db).refresh(photos);
  return {
    photos,
    people,
    albums,
    words: [...names, ...places, ...cameras, ...tags, ...labels, 'Summer', 'Wedding', 'u3'],
  };
}
