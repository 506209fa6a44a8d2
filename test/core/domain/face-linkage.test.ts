import { expect } from 'chai';
import { linkFaces, type FaceGroup } from '../../../core/domain/face-linkage.ts';

/** A vector of length 1 in the plane, at an angle in degrees. */
function at(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
}

let photo = 0;

function face(degrees: number, facts: Partial<FaceGroup> = {}): FaceGroup {
  photo += 1;
  return {
    sum: at(degrees),
    faces: 1,
    photos: [photo],
    person: null,
    decided: false,
    founds: true,
    notPersons: [],
    ...facts,
  };
}

function person(id: number, degrees: number, faces: number, facts: Partial<FaceGroup> = {}): FaceGroup {
  const sum = at(degrees).map((value) => value * faces);
  return face(degrees, { sum, faces, photos: Array.from({ length: faces }, () => (photo += 1)), person: id, ...facts });
}

/** All pairs whose directions are less than `degrees` apart. */
function* edgesOf(groups: readonly FaceGroup[], degrees = 60): Generator<[number, number]> {
  const least = Math.cos((degrees * Math.PI) / 180);
  for (const [i, a] of groups.entries()) {
    for (let j = i + 1; j < groups.length; j += 1) {
      const b = groups[j]!;
      const cosine = (a.sum[0]! * b.sum[0]! + a.sum[1]! * b.sum[1]!) / (a.faces * b.faces);
      if (cosine >= least) yield [i, j];
    }
  }
}

function link(groups: readonly FaceGroup[], options: Partial<Parameters<typeof linkFaces>[2]> = {}): number[] {
  return [...linkFaces(groups, edgesOf(groups), { link: 0.7, ...options })];
}

describe('linking faces to people', () => {
  it('groups similar faces, and leaves others alone', () => {
    expect(link([face(0), face(90), face(10), face(95), face(200)])).to.deep.equal([0, 1, 0, 1, 4]);
  });

  it('uses the mean of all pairs, not the nearest pair: a chain of faces is not one person', () => {
    const chain = Array.from({ length: 9 }, (_, index) => face(index * 20));
    const people = link(chain);
    expect(new Set(people).size).to.be.greaterThan(1);
    for (const one of new Set(people)) {
      const members = people.flatMap((other, index) => (other === one ? [index] : []));
      const pairs = members.flatMap((a) => members.filter((b) => b > a).map((b) => Math.cos(((b - a) * Math.PI) / 9)));
      const mean = pairs.reduce((sum, value) => sum + value, 0) / Math.max(1, pairs.length);
      if (pairs.length > 0) expect(mean).to.be.at.least(0.69);
    }
  });

  it('compares only faces that an edge connects', () => {
    const groups = [face(0), face(1), face(2)];
    expect([...linkFaces(groups, [[1, 2]], { link: 0.7 })]).to.deep.equal([0, 1, 1]);
  });

  it('never puts two faces of one photo into one person', () => {
    const twins = [face(0, { photos: [7001] }), face(1, { photos: [7001] }), face(0.2)];
    expect(link(twins)).to.deep.equal([0, 1, 0]);
  });

  it('lets a low-quality face join a person, but never start one', () => {
    expect(link([face(0, { founds: false }), face(1, { founds: false })])).to.deep.equal([0, 1]);
    expect(link([face(0, { founds: false }), face(1, { founds: false }), face(2)])).to.deep.equal([0, 0, 0]);
    expect(link([face(0, { founds: false }), person(5, 3, 4)])).to.deep.equal([0, 0]);
  });

  it('never merges two people that users decided about', () => {
    expect(link([person(1, 0, 5, { decided: true }), person(2, 2, 5, { decided: true })])).to.deep.equal([0, 1]);
    expect(link([person(1, 0, 5, { decided: true }), person(2, 2, 5)])).to.deep.equal([0, 0]);
  });

  it('merges people only if they may be one, even through a third person', () => {
    const groups = [person(1, 0, 5), person(2, 2, 5), person(3, 1, 5)];
    const mayBeOne = [
      [1, 3],
      [3, 2],
    ] as const;
    const people = link(groups, { mayBeOne });
    expect(people[0]).to.not.equal(people[1]);
    expect([people[0], people[1]]).to.include(people[2]);
    expect(link(groups, { mayBeOne: [] })).to.deep.equal([0, 1, 2]);
    expect(link(groups, { mayBeOne: [...mayBeOne, [2, 1]] })).to.deep.equal([0, 0, 0]);
  });

  it('respects cannot-link decisions between faces and people', () => {
    expect(link([person(1, 0, 5), face(0, { notPersons: [1] })])).to.deep.equal([0, 1]);
    expect(link([person(1, 0, 5), face(0, { notPersons: [2] })])).to.deep.equal([0, 0]);
  });

  it('weights people by their number of faces', () => {
    // The face at 20° joins the person first. The mean similarity to the one at 50° is 0.66 with ten other faces in the
    // person, and 0.75 with one.
    expect(link([person(1, 0, 10), face(20), face(50)])).to.deep.equal([0, 0, 2]);
    expect(link([person(1, 0, 1), face(20), face(50)])).to.deep.equal([0, 0, 0]);
  });

  it('returns the same people for every order of the edges', () => {
    const groups = Array.from({ length: 60 }, (_, index) => face((index * 47) % 360, { founds: index % 3 !== 0 }));
    const edges = [...edgesOf(groups)];
    const forwards = [...linkFaces(groups, edges, { link: 0.8 })];
    const backwards = [...linkFaces(groups, edges.toReversed(), { link: 0.8 })];
    expect(backwards).to.deep.equal(forwards);
    expect(new Set(forwards).size).to.be.within(4, 40);
  });
});
