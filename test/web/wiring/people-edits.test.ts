import { expect } from 'chai';
import type { Face, Person } from '../../../core/http/wire.ts';
import { NotUndone, PartlyDone } from '../../../web/state/partly-done.ts';
import { NewestPeople } from '../../../web/state/people/newest-people.ts';
import { PeopleEdits, proposedTarget, type PeopleEditsOptions } from '../../../web/state/people/people-edits.ts';
import { PeopleSteps, type PeopleStepsOptions } from '../../../web/state/people/people-steps.ts';
import { settled } from '../library.ts';
import { person } from './made-up-person.ts';

describe('the person to keep in a merge', () => {
  it('is preferably a named person, then the one with most faces', () => {
    expect(proposedTarget([person(1, null, 50), person(2, 'Anna', 3), person(3, 'Berta', 9)])?.id).to.equal(3);
    expect(proposedTarget([person(1, null, 5), person(2, null, 6)])?.id).to.equal(2);
    expect(proposedTarget([])).to.equal(undefined);
  });
});

describe('hiding people', () => {
  it('skips people who are hidden already, and undoes only what it did', async () => {
    const asked: [readonly number[], boolean][] = [];
    const told: string[] = [];
    const steps = new PeopleSteps({
      api: {
        hideAll: (ids: readonly number[], hidden: boolean) => {
          asked.push([ids, hidden]);
          return Promise.resolve({ people: ids.map((id) => person(id, null)) });
        },
      } as unknown as PeopleStepsOptions['api'],
      newest: new NewestPeople(() => Promise.reject(new Error('nobody is read'))),
      onChanged: ({ id }) => told.push(`changed ${id}`),
      onShown: () => told.push('shown'),
      onGone: () => undefined,
      onMoved: () => undefined,
      undoMerges: () => Promise.resolve([]),
      brokenOff: () => '',
    });
    const undo = await steps.hide([person(1, 'Anna'), { ...person(2, null), hidden_by_choice: true }], true);
    await undo();
    expect(asked).to.deep.equal([
      [[1], true],
      [[1], false],
    ]);
    expect(told).to.deep.equal(['changed 1', 'changed 1', 'shown']);
  });
});

describe('a person whose faces and name are changed', () => {
  function editsOf(server: Person) {
    const person = { ...server };
    /** Each ends one request for the person, successfully or not. */
    const answers: ((isLost?: true) => void)[] = [];
    const told: Person[] = [];
    let isSlow = false;
    const get = (): Promise<Person> => {
      const answer = { ...person };
      if (!isSlow) return Promise.resolve(answer);
      return new Promise((resolve, reject) => {
        answers.push((isLost) => {
          if (isLost) reject(new Error('lost'));
          else resolve(answer);
        });
      });
    };
    const shared = {
      newest: new NewestPeople(get),
      onChanged: (changed: Person) => told.push(changed),
      onShown: () => undefined,
      onGone: () => undefined,
      onMoved: () => undefined,
    };
    const edits = new PeopleEdits({
      ...shared,
      api: {
        people: {
          name: (_: number, name: string) => Promise.resolve(Object.assign(person, { name })),
          takeBackName: (_: number, given: string, earlier: string) =>
            person.name === given
              ? Promise.resolve(Object.assign(person, { name: earlier }))
              : Promise.reject(Object.assign(new Error('renamed since'), { kind: 'name_changed' })),
        },
        faces: { unassign: () => Promise.resolve((person.face_count -= 1)) },
      } as unknown as PeopleEditsOptions['api'],
    });
    const steps = new PeopleSteps({
      ...shared,
      api: {
        hideAll: (_: readonly number[], hidden: boolean) =>
          Promise.resolve({ people: [{ ...Object.assign(person, { hidden_by_choice: hidden }) }] }),
      } as unknown as PeopleStepsOptions['api'],
      undoMerges: () => Promise.resolve([]),
      brokenOff: () => '',
    });
    const slowDown = (): void => {
      isSlow = true;
    };
    return { edits, steps, told, answers, slowDown, elsewhere: person };
  }
  const faceOf = (id: number): Face => ({ id }) as Face;

  it('is shown as the last change left it, even if an earlier request is answered later', async () => {
    const anna = { ...person(1, 'Anna'), face_count: 9 };
    const { edits, steps, told, answers, slowDown } = editsOf(anna);
    slowDown();
    const removals = [edits.unassign(faceOf(1), anna)];
    await settled();
    removals.push(edits.unassign(faceOf(2), anna));
    await settled();
    answers[1]!();
    answers[0]!();
    await Promise.all(removals);
    expect(told.map((changed) => changed.face_count)).to.deep.equal([7, 7]);

    const removal = edits.unassign(faceOf(3), anna);
    await settled();
    await steps.hide([anna], true);
    answers[2]!();
    await removal;
    expect(told.at(-1)).to.include({ face_count: 6, hidden_by_choice: true });
  });

  it('is shown as far as it is known if the last request fails', async () => {
    const anna = { ...person(1, 'Anna'), face_count: 9 };
    const { edits, told, answers, slowDown } = editsOf(anna);
    slowDown();
    const first = edits.unassign(faceOf(1), anna);
    await settled();
    const last = edits.unassign(faceOf(2), anna).catch((error: unknown) => (error as Error).message);
    await settled();
    answers[0]!();
    answers[1]!(true);
    await first;
    expect(await last).to.equal('lost');
    expect(told.map((changed) => changed.face_count)).to.deep.equal([8]);
  });

  it('stays hidden if an earlier change of the name is undone', async () => {
    const anna = person(1, 'Ana');
    const { edits, steps, told } = editsOf(anna);
    const { undo } = await edits.rename(anna, 'Anna');
    await steps.hide([anna], true);
    await undo();
    expect(told.at(-1)).to.include({ name: 'Ana', hidden_by_choice: true });
  });

  it('keeps a name that was given after the one that is taken back, and does not offer to try again', async () => {
    const anna = person(1, 'Ana');
    const { edits, told, elsewhere } = editsOf(anna);
    const { undo } = await edits.rename(anna, 'Anna');
    elsewhere.name = 'Hannah';
    const refusal = await undo().then(String, (error: unknown) => error);
    expect(refusal).to.be.instanceOf(NotUndone).with.property('message', 'renamed since');
    expect(told.at(-1)).to.include({ name: 'Hannah' });
  });
});

describe('a merge of people', () => {
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
      newest: new NewestPeople(api.get),
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
    /** So many that they are merged in three requests. */
    const people = [target, ...Array.from({ length: 250 }, (_, at) => person(at + 2, null))];
    return { edits, steps, told, target, people };
  }
  const merges = ['merge 2…101', 'merge 102…201', 'merge 202…251'];
  const back = (undone: readonly { person_id: number }[]): number[] => undone.map(({ person_id }) => person_id);

  it('takes several requests for many people, which are undone in reverse order', async () => {
    const { steps, told, target, people } = partsOf();
    const { person, undo } = await steps.join(people, [], target);
    expect([person.id, told.gone.length, told.gone.at(-1), told.lists]).to.deep.equal([1, 250, 251, 0]);
    expect(back(await undo())).to.deep.equal([202, 102, 2]);
    expect(told.asked).to.deep.equal([...merges, 'undo 2020', 'undo 1020', 'undo 20']);
    expect([told.lists, told.moved]).to.deep.equal([1, 2]);
  });

  it('by renaming a person to an existing name can be undone', async () => {
    const { edits, told, people } = partsOf();
    const { person, undo } = await edits.rename(people[2]!, 'anna');
    expect(person.id).to.equal(1);
    await undo();
    expect(told.asked).to.deep.equal(['name 3', 'undo 30']);
  });

  it('includes unassigned faces, which undo unassigns again, even at a second attempt', async () => {
    const { steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people.slice(0, 2), [7, 8], target);
    told.refuses = 'take 7,8';
    expect(await undo().catch((error: unknown) => (error as Error).message)).to.equal('no');
    told.refuses = '';
    expect(back(await undo())).to.deep.equal([2]);
    expect(told.asked).to.deep.equal(['give 7,8', 'merge 2…2', 'take 7,8', 'take 7,8', 'undo 20']);
  });

  it('fails with the plain error if nothing was merged', async () => {
    const { steps, told, target, people } = partsOf();
    told.refuses = merges[0]!;
    const failure = await steps.join(people, [], target).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'no');
    expect(failure).not.to.be.instanceOf(PartlyDone);
  });

  it('can be undone if it was only done in part', async () => {
    const { steps, told, target, people } = partsOf();
    told.refuses = merges[2]!;
    const failure = await steps.join(people, [], target).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(PartlyDone).with.property('message', '200 of 250: no');
    expect(told.gone).to.have.length(200);
    await (failure as PartlyDone).undo();
    expect(told.asked.slice(3)).to.deep.equal(['undo 1020', 'undo 20']);
  });

  for (const [how, refuses] of [
    ['in part', merges[2]!],
    ['completely', ''],
  ] as const) {
    it(`can be undone if it was done ${how} before the server became unreachable`, async () => {
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

  it('is undone except for parts that no longer exist, with an error if there are no others', async () => {
    const { edits, steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people, [], target);
    told.missing = 'undo 2020';
    expect(back(await undo())).to.deep.equal([102, 2]);
    told.missing = 'undo 70';
    expect(await edits.undoMerges([70], 1).catch((error: unknown) => (error as Error).message)).to.equal('no such');
  });

  it('continues a failed undo where it broke off', async () => {
    const { steps, told, target, people } = partsOf();
    const { undo } = await steps.join(people, [], target);
    told.refuses = 'undo 1020';
    expect(await undo().catch((error: unknown) => (error as Error).message)).to.equal('no');
    expect(told.lists).to.equal(1);
    told.refuses = '';
    expect(back(await undo())).to.deep.equal([102, 2]);
  });
});
