import { expect } from 'chai';
import type { Face, Person } from '../../../core/http/wire.ts';
import { AlikePeople, type AlikePair } from '../../../web/state/people/alike-people.ts';
import { PartlyDone } from '../../../web/state/partly-done.ts';
import { PeopleEdits, proposedTarget, type PeopleEditsOptions } from '../../../web/state/people/people-edits.ts';
import { PeopleList } from '../../../web/state/people/people-list.ts';
import { PeopleSteps, type PeopleStepsOptions } from '../../../web/state/people/people-steps.ts';
import { PersonFaces } from '../../../web/state/people/person-faces.ts';

function person(id: number, name: string | null, photos = 10): Person {
  return {
    id,
    name,
    face_count: photos,
    photo_count: photos,
    cover_url: null,
    cover_face_id: null,
    hidden: false,
    hidden_by_choice: false,
  };
}

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

  it('is read in parts, as far as one scrolls', async () => {
    const { list, asked } = listOf(Array.from({ length: 130 }, (_, i) => person(i, `Person ${i}`)));
    await list.refresh();
    expect([list.shown.value.length, list.total.value]).to.deep.equal([60, 130]);
    await Promise.all([list.more(), list.more()]);
    await list.more();
    await list.more();
    expect(list.shown.value.length).to.equal(130);
    expect(asked).to.deep.equal([' 0+60', ' 60+60', ' 120+60']);
  });

  it('folds those away who are in a photo or two, until they are asked for', async () => {
    const known = Array.from({ length: 20 }, (_, i) => person(i, i < 5 ? `Person ${i}` : null, i < 5 ? 1 : 9));
    const { list, asked } = listOf([...known, ...Array.from({ length: 80 }, (_, i) => person(100 + i, null, 2))]);
    await list.refresh();
    await list.more();
    expect([list.shown.value.length, list.folded.value, asked.length]).to.deep.equal([20, 80, 1]);
    await list.unfold();
    expect([list.shown.value.length, list.folded.value]).to.deep.equal([100, 0]);
  });

  it('folds nobody away where there are but a few', async () => {
    const { list } = listOf(Array.from({ length: 9 }, (_, i) => person(i, null, 1)));
    await list.refresh();
    expect([list.shown.value.length, list.folded.value]).to.deep.equal([9, 0]);
  });

  it('leaves out who is hidden, until they are asked for', async () => {
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

  it('follows what is typed, and takes no answer to what was typed before', async () => {
    const { list } = listOf([person(1, 'Anna'), person(2, 'Berta'), person(3, null, 1)]);
    await list.refresh();
    await Promise.all([list.filter('A'), list.filter('Be')]);
    expect(ids(list.shown.value)).to.deep.equal([2]);
  });

  it('takes over what became of people', async () => {
    const { list } = listOf([person(1, 'Anna'), person(2, null), person(3, null)]);
    await list.refresh();
    list.replace(person(2, 'Berta', 20));
    list.remove([3]);
    expect(list.shown.value.map(({ name }) => name)).to.deep.equal(['Anna', 'Berta']);
    expect(list.total.value).to.equal(2);
  });
});

describe('who keeps the name when people become one', () => {
  it('is somebody named, then the one with most faces', () => {
    expect(proposedTarget([person(1, null, 50), person(2, 'Anna', 3), person(3, 'Berta', 9)])?.id).to.equal(3);
    expect(proposedTarget([person(1, null, 5), person(2, null, 6)])?.id).to.equal(2);
    expect(proposedTarget([])).to.equal(undefined);
  });
});

describe('pairs of people who may be one', () => {
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

  it('are decided by nobody before somebody goes through them', async () => {
    const { alike, told } = pairsOf(pair(1, 2));
    await alike.refresh();
    await alike.same();
    expect([alike.current.value, told.merged]).to.deep.equal([null, []]);
  });

  it('follow each other at once; who is gone is alike to nobody any more', async () => {
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

  it('come back when the server refuses', async () => {
    const { alike, told } = pairsOf(pair(1, 2), pair(3, 4));
    await alike.refresh();
    alike.isOpen.value = true;
    told.refuses = true;
    await alike.same();
    expect([alike.current.value?.a.id, told.failed, alike.pairs.value.length]).to.deep.equal([1, 1, 2]);
  });
});

describe('hiding people', () => {
  it('leaves alone who is hidden already, and takes back no more than was done', async () => {
    const asked: [number, boolean][] = [];
    const told: string[] = [];
    const edits = new PeopleEdits({
      api: {
        people: {
          hide: (id: number, hidden: boolean) => {
            asked.push([id, hidden]);
            return Promise.resolve({ ...person(id, null), hidden, hidden_by_choice: hidden });
          },
        },
      } as unknown as PeopleEditsOptions['api'],
      onChanged: ({ id }) => told.push(`changed ${id}`),
      onShown: () => told.push('shown'),
      onGone: () => undefined,
      onMoved: () => undefined,
    });
    const undo = await edits.hide([person(1, 'Anna'), { ...person(2, null), hidden_by_choice: true }], true);
    await undo();
    expect(asked).to.deep.equal([
      [1, true],
      [1, false],
    ]);
    expect(told).to.deep.equal(['changed 1', 'changed 1', 'shown']);
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

  it('come in parts; one that is taken out can be put back where it was', async () => {
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

describe('people who become one', () => {
  function partsOf() {
    const told = {
      asked: [] as string[],
      gone: [] as number[],
      lists: 0,
      moved: 0,
      refuses: '',
      missing: '',
      lost: false,
    };
    const ask = <T>(what: string, answer: T): Promise<T> => {
      told.asked.push(what);
      if (told.missing === what) return Promise.reject(Object.assign(new Error('no such'), { status: 404 }));
      return told.refuses === what ? Promise.reject(new Error('no')) : Promise.resolve(answer);
    };
    const target = person(1, 'Anna');
    const api = {
      get: () => (told.lost ? Promise.reject(new Error('lost')) : Promise.resolve(target)),
      name: (id: number) => ask(`name ${id}`, { ok: true, merged: true, merge_id: id * 10, target_id: 1 }),
      mergeAll: ([first = 0, ...others]: readonly number[]) =>
        ask(`merge ${first}…${others.at(-1) ?? first}`, { merge_id: first * 10 }),
      giveFaces: (_id: number, faces: readonly number[], theirs: boolean) =>
        ask(`${theirs ? 'give' : 'take'} ${faces.join()}`, { faces: [] }),
      undoMerge: (id: number) => ask(`undo ${id}`, { person_id: id / 10, name_taken: false }),
    };
    const shared = {
      onChanged: () => undefined,
      onShown: () => (told.lists += 1),
      onGone: (ids: readonly number[]) => told.gone.push(...ids),
      onMoved: () => (told.moved += 1),
    };
    const edits = new PeopleEdits({ ...shared, api: { people: api } as unknown as PeopleEditsOptions['api'] });
    const steps = new PeopleSteps({
      ...shared,
      api: api as unknown as PeopleStepsOptions['api'],
      undoMerges: (merges, into) => edits.undoMerges(merges, into),
      brokenOff: (done, total, why) => `${done} of ${total}: ${why}`,
    });
    /** So many that they go in three steps. */
    const people = [target, ...Array.from({ length: 250 }, (_, at) => person(at + 2, null))];
    return { edits, steps, told, target, people };
  }
  const merges = ['merge 2…101', 'merge 102…201', 'merge 202…251'];
  const back = (undone: readonly { person_id: number }[]): number[] => undone.map(({ person_id }) => person_id);

  it('are as many again when that is taken back, the last who came first', async () => {
    const { steps, told, target, people } = partsOf();
    const { person, undo } = await steps.join(people, [], target);
    expect([person.id, told.gone.length, told.gone.at(-1), told.lists]).to.deep.equal([1, 250, 251, 0]);
    expect(back(await undo())).to.deep.equal([202, 102, 2]);
    expect(told.asked).to.deep.equal([...merges, 'undo 2020', 'undo 1020', 'undo 20']);
    expect([told.lists, told.moved]).to.deep.equal([1, 2]);
  });

  it('by a name are two again when that is taken back', async () => {
    const { edits, told, people } = partsOf();
    const { person, undo } = await edits.rename(people[2]!, 'anna');
    expect(person.id).to.equal(1);
    await undo();
    expect(told.asked).to.deep.equal(['name 3', 'undo 30']);
  });

  it('take faces of nobody along, which are nobody’s again when that is taken back', async () => {
    const { steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people.slice(0, 2), [7, 8], target);
    told.refuses = 'take 7,8';
    expect(await undo().catch((error: unknown) => (error as Error).message)).to.equal('no');
    told.refuses = '';
    expect(back(await undo())).to.deep.equal([2]);
    expect(told.asked).to.deep.equal(['give 7,8', 'merge 2…2', 'take 7,8', 'take 7,8', 'undo 20']);
  });

  it('not at all are told as that', async () => {
    const { steps, told, target, people } = partsOf();
    told.refuses = merges[0]!;
    const failure = await steps.join(people, [], target).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'no');
    expect(failure).not.to.be.instanceOf(PartlyDone);
  });

  it('only in part can be taken apart again', async () => {
    const { steps, told, target, people } = partsOf();
    told.refuses = merges[2]!;
    const failure = await steps.join(people, [], target).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(PartlyDone).with.property('message', '200 of 250: no');
    expect(told.gone).to.have.length(200);
    await (failure as PartlyDone).undo();
    expect(told.asked.slice(3)).to.deep.equal(['undo 1020', 'undo 20']);
  });

  for (const [how, refuses] of [
    ['only in part', merges[2]!],
    ['all of them', ''],
  ] as const) {
    it(`can be taken apart again, ${how}, when the server is lost in the middle`, async () => {
      const { steps, told, target, people } = partsOf();
      Object.assign(told, { refuses, lost: true });
      const failure = await steps.join(people, [], target).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(PartlyDone);
      expect([told.gone.length, told.moved]).to.deep.equal([refuses === '' ? 250 : 200, 1]);
      told.lost = false;
      await (failure as PartlyDone).undo();
      const undone = ['undo 2020', 'undo 1020', 'undo 20'].slice(refuses === '' ? 0 : 1);
      expect(told.asked.slice(3)).to.deep.equal(undone);
    });
  }

  it('are taken apart as far as they still are one', async () => {
    const { edits, steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people, [], target);
    told.missing = 'undo 2020';
    expect(back(await undo())).to.deep.equal([102, 2]);
    told.missing = 'undo 70';
    expect(await edits.undoMerges([70], 1).catch((error: unknown) => (error as Error).message)).to.equal('no such');
  });

  it('are taken apart from where that broke off', async () => {
    const { steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people, [], target);
    told.refuses = 'undo 1020';
    expect(await undo().catch((error: unknown) => (error as Error).message)).to.equal('no');
    expect(told.lists).to.equal(1);
    told.refuses = '';
    expect(back(await undo())).to.deep.equal([102, 2]);
  });
});
