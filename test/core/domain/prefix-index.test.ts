import { expect } from 'chai';
import { PrefixIndex } from '../../../core/domain/prefix-index.ts';

describe('names by the beginnings of their words', () => {
  const dog = { is: 'dog' };
  const cat = { is: 'cat' };
  const names = new PrefixIndex([
    { name: 'dog', weight: 9, item: dog },
    { name: 'Hund', weight: 9, item: dog },
    { name: 'chien', weight: 9, item: dog },
    { name: 'cat', weight: 3, item: cat },
  ]);
  const found = (typed: string): string[] => names.complete(typed, 4).map(({ item }) => item.is);

  it('name what has several names once, before anything is typed and after it', () => {
    expect(found('')).to.deep.equal(['dog', 'cat']);
    expect(found('at home ')).to.deep.equal(['dog', 'cat']);
    expect(found('c')).to.deep.equal(['dog', 'cat']);
  });

  it('name nothing within quotes, where words are text', () => {
    expect(found('"d')).to.deep.equal([]);
  });
});
