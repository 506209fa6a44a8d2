import { expect } from 'chai';
import type { Face, Person } from '../../../core/http/wire.ts';
import { AlikePeople, type AlikePair } from '../../../web/state/people/alike-people.ts';
import { PeopleList } from '../../../web/state/people/people-list.ts';
import { PersonFaces } from '../../../web/state/people/person-faces.ts';
import { settled } from '../library.ts';
import { person } from './made-up-person.ts';

const ids = (people: readonly Person[]): number[] => people.map(({ id }) => id);

describe('the list of people', () => {
  function listOf(all: Person[]) {
    const asked: string[] = [];
    const list = new PeopleList({
      people: (name, { offset, limit }) => {
        asked.push(`${name} ${offset}+${limit}`);
        const found = all.filter((person) => (person.name ?? '').includes(name));
        return Promise.resolve({ people: found.slice(offset, offset + limit), total: found.length });
      },
    });
    return { list, asked };
  }

  it('is read in pages on request, each page once', async () => {
    const { list, asked } = listOf(Array.from({ length: 130 }, (_, i) => person(i, `Person ${i}`)));
    await list.refresh();
    expect([list.shown.value.length, list.total.value]).to.deep.equal([60, 130]);
    await Promise.all([list.more(), list.more()]);
    await list.more();
    await list.more();
    expect(list.shown.value.length).to.equal(130);
    expect(asked).to.deep.equal([' 0+60', ' 60+60', ' 120+60']);
  });

  it('hides unnamed people with one or two photos until they are requested', async () => {
    const known = Array.from({ length: 20 }, (_, i) => person(i, i < 5 ? `Person ${i}` : null, i < 5 ? 1 : 9));
    const { list, asked } = listOf([...known, ...Array.from({ length: 80 }, (_, i) => person(100 + i, null, 2))]);
    await list.refresh();
    await list.more();
    expect([list.shown.value.length, list.folded.value, asked.length]).to.deep.equal([20, 80, 1]);
    await list.unfold();
    expect([list.shown.value.length, list.folded.value]).to.deep.equal([100, 0]);
  });

  it('keeps a typed space at the end of the search text, but searches without it', async () => {
    const { list, asked } = listOf([person(1, 'Anna Berg')]);
    await list.refresh();
    await list.filter('Anna');
    await list.filter('Anna ');
    expect(list.typed.value).to.equal('Anna ');
    await list.filter('Anna B');
    expect(asked).to.deep.equal([' 0+60', 'Anna 0+60', 'Anna B 0+60']);
  });

  it('hides nobody if there are only a few people', async () => {
    const { list } = listOf(Array.from({ length: 9 }, (_, i) => person(i, null, 1)));
    await list.refresh();
    expect([list.shown.value.length, list.folded.value]).to.deep.equal([9, 0]);
  });

  it('is read again when the number of people on the server changes, but not during a search', async () => {
    const all = [person(1, 'Anna')];
    const { list, asked } = listOf(all);
    await list.refresh();
    await list.follow(undefined);
    await list.follow(1);
    await list.follow(1);
    expect(asked).to.have.length(1);
    all.push(person(2, 'Berta'));
    await list.follow(2);
    expect(ids(list.shown.value)).to.deep.equal([1, 2]);
    await list.filter('Ann');
    await list.follow(3);
    expect(asked).to.deep.equal([' 0+60', ' 0+60', 'Ann 0+60']);
  });

  it('is read again if it is empty and the server then has people', async () => {
    const all: Person[] = [];
    const { list } = listOf(all);
    await list.refresh();
    await list.follow(undefined);
    all.push(person(1, 'Anna'));
    await list.follow(1);
    expect(ids(list.shown.value)).to.deep.equal([1]);
  });

  it('is not read again if it has several pages', async () => {
    const { list, asked } = listOf(Array.from({ length: 130 }, (_, i) => person(i, `Person ${i}`)));
    await list.refresh();
    await list.follow(130);
    await list.follow(131);
    expect(asked).to.have.length(1);
  });

  it('leaves out hidden people until they are requested', async () => {
    const hidden = { hidden: true, hidden_by_choice: true };
    const all = [person(1, 'Anna'), person(2, 'Berta')];
    const list = new PeopleList({
      people: (_, { withHidden }) => {
        const people = all.filter((one) => withHidden || !one.hidden);
        return Promise.resolve({ people, total: people.length });
      },
    });
    await list.refresh();
    all[0] = { ...all[0]!, ...hidden };
    list.replace(all[0]);
    expect([ids(list.shown.value), list.total.value]).to.deep.equal([[2], 1]);
    await list.showHidden(true);
    expect(ids(list.shown.value)).to.deep.equal([1, 2]);
    list.replace({ ...all[1]!, ...hidden });
    expect(list.shown.value.map((one) => one.hidden)).to.deep.equal([true, true]);
    await list.showHidden(false);
    expect(ids(list.shown.value)).to.deep.equal([2]);
  });

  it('is filtered by the typed text, and ignores the response to earlier text', async () => {
    const { list } = listOf([person(1, 'Anna'), person(2, 'Berta'), person(3, null, 1)]);
    await list.refresh();
    await Promise.all([list.filter('A'), list.filter('Be')]);
    expect(ids(list.shown.value)).to.deep.equal([2]);
  });

  it('keeps changes made to people while it is being read', async () => {
    let all = [person(1, 'Anna'), person(2, null), person(3, null)];
    const answers: (() => void)[] = [];
    const list = new PeopleList({
      people: () => {
        const people = all;
        return new Promise((resolve) => {
          answers.push(() => {
            resolve({ people, total: people.length });
          });
        });
      },
    });
    const read = list.refresh();
    answers.shift()?.();
    await read;
    const again = list.refresh();
    all = [person(1, 'Anna'), person(2, 'Berta')];
    list.replace(person(2, 'Berta'));
    list.remove([3]);
    answers.shift()?.();
    await settled();
    expect(list.shown.value.map(({ name }) => name)).to.deep.equal(['Anna', 'Berta']);
    answers.shift()?.();
    await again;
    expect([list.shown.value, list.total.value]).to.deep.equal([all, 2]);
  });

  it('shows no numbers of similar people in the order by photos, if they arrive after the order was changed', async () => {
    let answer: () => void = () => undefined;
    const anna = person(1, 'Anna');
    const list = new PeopleList({
      people: () => Promise.resolve({ people: [anna], total: 1 }),
      oftenAlike: () =>
        new Promise((resolve) => {
          answer = () => {
            resolve({ people: [{ person: anna, candidate_count: 3, top_scores: [] }], total: 1 });
          };
        }),
    });
    const byCandidates = list.sort('candidates');
    await list.sort('photos');
    answer();
    await byCandidates;
    expect([...list.candidates.value]).to.deep.equal([]);
    const again = list.sort('candidates');
    answer();
    await again;
    expect([...list.candidates.value]).to.deep.equal([[1, 3]]);
  });

  it('takes over changed and removed people', async () => {
    const { list } = listOf([person(1, 'Anna'), person(2, null), person(3, null)]);
    await list.refresh();
    list.replace(person(2, 'Berta', 20));
    list.remove([3]);
    expect(list.shown.value.map(({ name }) => name)).to.deep.equal(['Anna', 'Berta']);
    expect(list.total.value).to.equal(2);
  });
});

describe('pairs of people who may be the same person', () => {
  const pair = (a: number, b: number): AlikePair => ({
    a: person(a, null),
    b: person(b, null),
    similarity: 0.5,
    likeness: 'likely',
  });

  function pairsOf(...pairs: AlikePair[]) {
    const told = { merged: [] as number[][], apart: [] as number[][], failed: 0, refuses: false };
    const alike = new AlikePeople({
      pairs: () => Promise.resolve({ pairs }),
      merge: ({ a, b }) => {
        if (told.refuses) return Promise.reject(new Error('No.'));
        told.merged.push([a.id, b.id]);
        return Promise.resolve({ ...a, photo_count: 99 });
      },
      keepApart: ({ a, b }) => Promise.resolve(void told.apart.push([a.id, b.id])),
      onFailed: () => told.failed++,
    });
    return { alike, told };
  }

  /** Pairs as the server has them; `answers` answer the requests for them, as of the time at which they were sent. */
  function slowPairsOf(...pairs: AlikePair[]) {
    const answers: (() => void)[] = [];
    const decisions: (() => void)[] = [];
    const server = { pairs };
    const alike = new AlikePeople({
      pairs: () => {
        const answer = { pairs: server.pairs };
        return new Promise((resolve) => {
          answers.push(() => {
            resolve(answer);
          });
        });
      },
      merge: ({ a }) => Promise.resolve(a),
      keepApart: (pair) =>
        new Promise((resolve) => {
          decisions.push(() => {
            server.pairs = server.pairs.filter((other) => other !== pair);
            resolve();
          });
        }),
      onFailed: () => undefined,
    });
    return { alike, server, answers, decisions };
  }

  it('do not come back with an answer to a request that was sent before the decision', async () => {
    const { alike, server, answers, decisions } = slowPairsOf(pair(1, 2), pair(3, 4), pair(5, 6));
    const ids = (): number[] => alike.pairs.value.map(({ a }) => a.id);
    const read = alike.refresh();
    await settled();
    answers.shift()!();
    await read;
    alike.isOpen.value = true;

    const again = alike.refresh();
    await settled();
    const first = alike.different();
    await settled();
    decisions.shift()!();
    await first;
    answers.shift()!();
    await settled();
    expect(ids()).to.deep.equal([3, 5]);

    // The list is read again, but waits for a decision that was made after it.
    answers.shift()!();
    await again;
    const second = alike.different();
    await settled();
    const last = alike.refresh();
    const third = alike.different();
    decisions.shift()!();
    await second;
    await settled();
    while (answers.length > 0) answers.shift()!();
    await settled();
    expect(ids()).to.deep.equal([]);
    decisions.shift()!();
    await third;
    await settled();
    answers.shift()!();
    await last;
    expect([ids(), server.pairs]).to.deep.equal([[], []]);
  });

  it('are those of the latest request, even if an earlier one is answered later', async () => {
    const { alike, server, answers } = slowPairsOf(pair(1, 2), pair(3, 4));
    const first = alike.refresh();
    await settled();
    server.pairs = server.pairs.slice(1);
    const last = alike.refresh();
    await settled();
    answers[1]!();
    await last;
    answers[0]!();
    await first;
    expect(alike.pairs.value.map(({ a }) => a.id)).to.deep.equal([3]);
  });

  it('are not decided before the review is opened', async () => {
    const { alike, told } = pairsOf(pair(1, 2));
    await alike.refresh();
    await alike.same();
    expect([alike.current.value, told.merged]).to.deep.equal([null, []]);
  });

  it('follow each other at once, without pairs of a person that was merged into another', async () => {
    const { alike, told } = pairsOf(pair(1, 2), pair(2, 3), pair(1, 4), pair(5, 6));
    await alike.refresh();
    alike.isOpen.value = true;
    const done = alike.same();
    expect(alike.current.value?.b.id).to.not.equal(2);
    await done;
    expect([alike.current.value?.a.photo_count, alike.current.value?.b.id]).to.deep.equal([99, 4]);
    await alike.different();
    await alike.different();
    expect([told.merged, told.apart, alike.isOpen.value]).to.deep.equal([
      [[1, 2]],
      [
        [1, 4],
        [5, 6],
      ],
      false,
    ]);
  });

  it('return if the server rejects the merge', async () => {
    const { alike, told } = pairsOf(pair(1, 2), pair(3, 4));
    await alike.refresh();
    alike.isOpen.value = true;
    told.refuses = true;
    await alike.same();
    expect([alike.current.value?.a.id, told.failed, alike.pairs.value.length]).to.deep.equal([1, 1, 2]);
  });
});

describe('the faces of a person', () => {
  const face = (id: number): Face => ({
    id,
    photo_uid: 'p',
    person_id: 1,
    person_name: null,
    box: { x: 0, y: 0, w: 1, h: 1 },
    score: 1,
    crop_url: null,
    assigned_by: 'auto',
    source_name: null,
  });

  it('are read in pages; a removed one can be put back in its place', async () => {
    const all = Array.from({ length: 150 }, (_, i) => face(i));
    const faces = new PersonFaces(({ offset, limit }) =>
      Promise.resolve({ faces: all.slice(offset, offset + limit), total: all.length }),
    );
    await faces.more();
    await faces.more();
    await faces.more();
    expect(faces.faces.value).to.have.length(150);
    const putBack = faces.remove(face(7));
    expect(faces.faces.value[7]?.id).to.equal(8);
    putBack();
    putBack();
    expect([faces.faces.value[7]?.id, faces.faces.value.length]).to.deep.equal([7, 150]);
  });
});
