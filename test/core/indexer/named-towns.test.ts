import { expect } from 'chai';
import { KnownTowns } from '../../../core/indexer/known-towns.ts';
import { NamedTowns } from '../../../core/indexer/named-towns.ts';

describe('towns by their name', () => {
  let towns: NamedTowns;

  before(() => {
    towns = new NamedTowns(new KnownTowns());
  });

  const first = (asked: string): string => {
    const [town] = towns.find(asked);
    return town ? `${town.name} ${town.country}` : '';
  };

  it('are found by its beginning, in any case and without accents, the most important first', () => {
    expect(first('lisb')).to.equal('Lisbon PT');
    expect(first('sao pau')).to.equal('São Paulo BR');
    expect(first('PARIS')).to.equal('Paris FR');
  });

  it('are found in a country, by its name or code', () => {
    expect(first('Paris, United States')).to.equal('Paris US');
    expect(first('paris,us')).to.equal('Paris US');
  });

  it('are few, and none for what no town is called', () => {
    expect(towns.find('s')).to.have.length(12);
    expect(towns.find('qqqqqq')).to.deep.equal([]);
    expect(towns.find(' , Portugal')).to.deep.equal([]);
  });
});
