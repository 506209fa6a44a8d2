/**
 * Faces in real photos, found by the indexer with the default models: which ones are found, how well their embeddings
 * distinguish people, and how well they are grouped. `faces/` has press photos of 100 people, each with that person in the
 * middle, and possibly others around. `scenes/` has everyday photos, each described by five people in a sentence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { photosDir } from '../support/model-packs.ts';
import { faceInTheMiddle, RealPeople, type RealFace } from '../support/real-people.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { clusterQuality, type ClusterQuality } from './cluster-quality.ts';
import { figure, quantile } from './measure.ts';

/** Words in English captions that mean that people are in the picture. */
const peopleWords =
  /\b(m[ae]n|wom[ae]n|boys?|girls?|guys?|lad(y|ies)|person|people|persons|child(ren)?|kids?|bab(y|ies)|toddlers?|players?|riders?|skiers?|surfers?|skateboarders?|snowboarders?|couple|crowd|group|family|batter|catcher|umpire|pitcher|someone|individuals?|males?|females?|teams?|students?|chefs?|officers?|soldiers?|motorcyclists?|bicyclists?|cyclists?|bikers?|skaters?|drivers?|workers?|adults?|friends|spectators?|pedestrians?|tourists?|passengers?|travelers?)\b/i;

/**
 * False positives of the default models, by the middle of the box; all boxes were checked by hand. A hand; a slice of
 * tomato, a dog, bowls on a table, a hand, a polar bear, a dog.
 */
const knownFalse: Readonly<Record<string, readonly [x: number, y: number]>> = {
  'Cesar_Gaviria_0001.jpg': [0.138, 0.204],
  '000000018575.jpg': [0.763, 0.548],
  '000000022192.jpg': [0.244, 0.403],
  '000000237517.jpg': [0.791, 0.61],
  '000000256353.jpg': [0.59, 0.498],
  '000000353072.jpg': [0.561, 0.49],
  '000000418049.jpg': [0.489, 0.341],
};

interface NamedFace extends RealFace {
  readonly who: string;
}

export async function bench(): Promise<void> {
  await withTempFolder(async (folder) => {
    await facesOfPeople(folder);
  });
  await withTempFolder(async (folder) => {
    await facesInScenes(folder);
  });
}

async function facesOfPeople(folder: string): Promise<void> {
  const photos = join(photosDir, 'faces');
  const real = await RealPeople.open({ folder, photos });
  try {
    const begin = performance.now();
    await real.indexer.settle();
    const inputs = { folder: 'faces', photos: real.indexer.photos().length };
    figure('faces index', (performance.now() - begin) / 1000, 's', inputs);

    const all = real.faces();
    const main = mainFaces(all);
    figure('faces photos without a face', inputs.photos - main.length, 'photos', inputs);
    figure('faces of the person in the middle', main.length, 'faces', inputs);
    falseBoxes('faces', all, inputs);
    figure('faces beside that person', all.length - main.length, 'faces', {
      ...inputs,
      shorterSideMedian: Math.round(quantile(beside(all, main), 0.5)),
      good: all.filter((face) => face.quality >= 0.5 && !main.some(({ id }) => id === face.id)).length,
    });
    verification(main, inputs);

    const people = groupBy(main, ({ who }) => who);
    const several = [...people.values()].filter((faces) => faces.length > 1).length;
    quality('faces clustered', main, { ...inputs, people: people.size, several });

    assignSome(real, main, 0.1);
    await real.people.cluster();
    const assisted = { ...inputs, people: people.size, several, assigned: '10 %' };
    quality('faces clustered, some assigned', mainFaces(real.faces()), assisted);
  } finally {
    await real.close();
  }
}

function falseBoxes(name: string, all: readonly RealFace[], inputs: Record<string, unknown>): void {
  const wrong = all.filter(({ photo, x, y, w, h }) => {
    const known = knownFalse[photo];
    return known && Math.hypot(x + w / 2 - known[0], y + h / 2 - known[1]) < 0.05;
  });
  figure(`${name}: boxes that are no face, as examined by eye`, wrong.length, 'boxes', {
    ...inputs,
    boxes: all.length,
  });
}

/** The face in the middle of each photo, with the name of the photo's person. */
function mainFaces(all: readonly RealFace[]): NamedFace[] {
  return [...groupBy(all, ({ photo }) => photo).values()].flatMap((faces) => {
    const face = faceInTheMiddle(faces);
    return face ? [{ ...face, who: face.photo.replace(/_\d+\.\w+$/, '') }] : [];
  });
}

function beside(all: readonly RealFace[], main: readonly RealFace[]): number[] {
  const middle = new Set(main.map(({ id }) => id));
  return all.filter(({ id }) => !middle.has(id)).map(({ pixels }) => pixels);
}

/** Compares all pairs of main faces. */
function verification(faces: readonly NamedFace[], inputs: Record<string, unknown>): void {
  const vectors = faces.map(({ embedding }) => new Float32Array(Uint8Array.from(embedding).buffer));
  const [same, different]: [number[], number[]] = [[], []];
  for (const [at, face] of faces.entries()) {
    for (let other = 0; other < at; other += 1) {
      (face.who === faces[other]!.who ? same : different).push(dot(vectors[at]!, vectors[other]!));
    }
  }
  const pairs = { ...inputs, same: same.length, different: different.length };
  same.sort((a, b) => a - b);
  different.sort((a, b) => a - b);
  let [accuracy, balanced] = [0, 0];
  for (let threshold = 0; threshold < 0.7; threshold += 0.002) {
    const accepted = same.length - countBelow(same, threshold);
    const rejected = countBelow(different, threshold);
    accuracy = Math.max(accuracy, (accepted + rejected) / (same.length + different.length));
    balanced = Math.max(balanced, (accepted / same.length + rejected / different.length) / 2);
  }
  figure('faces verification accuracy', accuracy, '', pairs);
  figure('faces verification accuracy, same and different weighing alike', balanced, '', pairs);
  for (const rate of [1e-2, 1e-3, 1e-4]) {
    const threshold = different[different.length - 1 - Math.floor(different.length * rate)]!;
    const accepted = same.length - countBelow(same, threshold + Number.EPSILON);
    figure('faces verification true accepts', accepted / same.length, '', { ...pairs, falseAccepts: rate, threshold });
  }
}

function quality(name: string, faces: readonly NamedFace[], inputs: Record<string, unknown>): void {
  const found = clusterQuality({ is: faces.map(({ who }) => who), found: faces.map(({ personId }) => personId) });
  const units: [keyof ClusterQuality, string][] = [
    ['precision', 'B-cubed'],
    ['recall', 'B-cubed'],
    ['f1', 'B-cubed'],
    ['pairPrecision', ''],
    ['pairRecall', ''],
    ['groups', 'persons'],
    ['mixed', 'persons of two people'],
  ];
  for (const [key, unit] of units) figure(`${name}: ${key}`, found[key], unit, { ...inputs, faces: faces.length });
}

/** Undoes all grouping, and assigns a share of the faces to their named people, as by a user. */
function assignSome({ people: { db } }: RealPeople, faces: readonly NamedFace[], share: number): void {
  db.prepare('UPDATE faces SET person_id = NULL').run();
  db.prepare('DELETE FROM people').run();
  db.prepare('UPDATE faces SET clustered = 0').run();
  const person = db.prepare<[string, string]>(
    'INSERT INTO people (name, name_key, created_at) VALUES (?, ?, 0) ON CONFLICT DO NOTHING',
  );
  const decide = db.prepare(
    'INSERT INTO face_decisions (face_id, person_id, decided_at) SELECT ?, id, 0 FROM people WHERE name = ?',
  );
  const assign = db.prepare(
    `UPDATE faces SET assigned_by = 'user', person_id = (SELECT id FROM people WHERE name = ?) WHERE id = ?`,
  );
  const every = Math.round(1 / share);
  for (const { id, who } of faces.filter((_, at) => at % every === 0)) {
    person.run(who, who);
    decide.run(id, who);
    assign.run(who, id);
  }
}

async function facesInScenes(folder: string): Promise<void> {
  const photos = join(photosDir, 'scenes');
  const real = await RealPeople.open({ folder, photos, pattern: /\.jpe?g$/ });
  try {
    await real.indexer.settle();
    const all = real.faces();
    const captions = captionsOf(photos);
    const names = readdirSync(photos).filter((name) => /\.jpe?g$/.test(name));
    const withPeople = names.filter((name) => captions.get(name)?.some((caption) => peopleWords.test(caption)));
    const inputs = { folder: 'scenes', photos: names.length, captionsSayPeople: withPeople.length };
    figure('faces in scenes', all.length, 'faces', inputs);
    const where = new Set(all.map(({ photo }) => photo));
    figure(
      'faces in scenes: photos with people in a caption and a face',
      withPeople.filter((name) => where.has(name)).length,
      'photos',
      inputs,
    );
    falseBoxes('faces in scenes', all, inputs);
    const unsaid = all.filter(({ photo }) => !withPeople.includes(photo));
    figure('faces in scenes where no caption has people', unsaid.length, 'faces', inputs);
    const persons = new Set(all.map(({ personId }) => personId).filter((id) => id !== null));
    figure('faces in scenes: persons found', persons.size, 'persons', inputs);
  } finally {
    await real.close();
  }
}

function captionsOf(photos: string): Map<string, string[]> {
  const content = JSON.parse(readFileSync(join(photos, 'captions.json'), 'utf8')) as {
    photos: { file: string; captions: string[] }[];
  };
  return new Map(content.photos.map(({ file, captions }) => [file, captions]));
}

function groupBy<T, Key>(values: readonly T[], keyOf: (value: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

/** @param sorted in ascending order */
function countBelow(sorted: readonly number[], value: number): number {
  const at = sorted.findIndex((other) => other >= value);
  return at < 0 ? sorted.length : at;
}
