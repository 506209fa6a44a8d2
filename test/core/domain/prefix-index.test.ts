import { expect } from 'chai';
import { PrefixIndex } from '../../../core/domain/prefix-index.ts';

describe('the completion of names by the beginnings of words', () => {
  const dog = { is: 'dog' };
  const cat = { is: 'cat' };
  const names = new PrefixIndex<{ is: string }>();
  names.add([
    { name: 'dog', item: dog },
    { name: 'Hund', item: dog },
  ]);
  names.add([
    { name: 'chien', item: dog },
    { name: 'cat', item: cat },
  ]);
  const weights = new Map([
    [cat, 3],
    [dog, 9],
  ]);
  const found = (typed: string, of = weights): string[] => names.complete(typed, 4, of).map(({ item }) => item.is);

  it('lists an item with several names once, before and after typing', () => {
    expect(found('')).to.deep.equal(['dog', 'cat']);
    expect(found('at home ')).to.deep.equal(['dog', 'cat']);
    expect(found('c')).to.deep.equal(['dog', 'cat']);
  });

  it('omits items without photos', () => {
    expect(found('c', new Map([[cat, 1]]))).to.deep.equal(['cat']);
    expect(found('', new Map([[cat, 0]]))).to.deep.equal([]);
  });

  it('finds the items with the most photos first among thousands', () => {
    const many = new PrefixIndex<number>();
    const all = Array.from({ length: 9000 }, (_, item) => ({ name: `Town ${item} by the Sea`, item }));
    for (let at = 0; at < all.length; at += 700) many.add(all.slice(at, at + 700));
    const photos = new Map(all.map(({ item }) => [item, (item * 7) % 9001]));
    const first = (typed: string): number[] => many.complete(typed, 3, photos).map(({ item }) => item);
    const best = all.map(({ item }) => item).sort((a, b) => photos.get(b)! - photos.get(a)!);
    expect(first('')).to.deep.equal(best.slice(0, 3));
    expect(first('winter in tow')).to.deep.equal(best.slice(0, 3));
    expect(first('by the s')).to.deep.equal(best.slice(0, 3));
    expect(first('town 77')).to.deep.equal(best.filter((item) => String(item).startsWith('77')).slice(0, 3));
  });

  it('suggests nothing within quotes, where words are plain text', () => {
    expect(found('"d')).to.deep.equal([]);
  });
});
