import { expect } from 'chai';
import { AlikePeople, type AlikePair } from '../../web/state/people/alike-people.ts';

describe('pairs of people who may be the same person', () => {
  it('send no pending decision once they are cleared, as after a sign-out', async () => {
    const decided: number[] = [];
    const pairOf = (id: number): AlikePair => ({ a: { id }, b: { id: id + 1 } }) as AlikePair;
    const alike = new AlikePeople({
      pairs: () => Promise.resolve({ pairs: [pairOf(1)] }),
      merge: ({ a }) => Promise.resolve(a),
      keepApart: ({ a }) => Promise.resolve(void decided.push(a.id)),
      onFailed: () => undefined,
    });
    await alike.refresh();
    alike.isOpen.value = true;
    void alike.different();
    alike.forget();
    await new Promise(setImmediate);
    expect(decided).to.deep.equal([]);
  });
});
