import { expect } from 'chai';
import { NameIndex } from '../../../../core/domain/search-names.ts';
import { readSearchQuery } from '../../../../core/domain/search-query.ts';
import { alternativeSearches } from '../../../../core/services/search/alternative-searches.ts';

const noNames = new NameIndex({ people: [], places: [] });

describe('the searches that are suggested when a text finds nothing', () => {
  it('come from as many parts of the text as there was time to try', async () => {
    const text = 'volcano glacier sunset river';
    const tried: string[] = [];
    const searchesIn = async (searches: number): Promise<string[]> => {
      tried.length = 0;
      const ways = await alternativeSearches(text, readSearchQuery(text, { names: noNames }, 20_000), {
        count: async (q) => {
          tried.push(q);
          return Promise.resolve(Number(q === 'sunset' || q === 'river'));
        },
        isLate: () => tried.length === searches,
      });
      return ways.map(({ q }) => q);
    };
    expect(await searchesIn(Infinity)).to.deep.equal(['sunset', 'river']);
    const all = [...tried];
    expect(await searchesIn(all.indexOf('sunset') + 1)).to.deep.equal(['sunset']);
    expect(tried).to.deep.equal(all.slice(0, all.indexOf('sunset') + 1));
    expect(await searchesIn(0)).to.deep.equal([]);
    expect(tried).to.deep.equal([]);
  });
});
