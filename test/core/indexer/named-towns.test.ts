import { expect } from 'chai';
import { KnownTowns } from '../../../core/indexer/known-towns.ts';
import { NamedTowns } from '../../../core/indexer/named-towns.ts';

describe('towns searched by name', () => {
  let towns: NamedTowns;

  before(() => {
    towns = new NamedTowns(new KnownTowns());
  });

  const first = (asked: string): string => {
    const [town] = towns.find(asked);
    return town ? `${town.name} ${town.country}` : '';
  };

  it('are found by a prefix, ignoring case and accents, the most important first', () => {
    expect(first('lisb')).to.equal('Lisbon PT');
    expect(first('sao pau')).to.equal('São Paulo BR');
    expect(first('PARIS')).to.equal('Paris FR');
  });

  it('are found in plain letters, as in searches', () => {
    for (const [asked, found] of [
      ['Tromso', 'Tromsø NO'],
      ['Lodz', 'Łódź PL'],
      ['Diyarbakir', 'Diyarbakır TR'],
      ['Giessen', 'Gießen DE'],
      ["Xi'an", 'Xi’an CN'],
      ['Val-d’Or', "Val-d'Or CA"],
      ['val d or', "Val-d'Or CA"],
    ] as const) {
      expect(first(asked), asked).to.equal(found);
    }
  });

  it('are found with a country, by any of its names or its code', () => {
    for (const [asked, found] of [
      ['Paris, United States', 'Paris US'],
      ['paris,us', 'Paris US'],
      ['Lisbon, PT', 'Lisbon PT'],
      ['Paris, USA', 'Paris US'],
      ['Istanbul, Turkey', 'Istanbul TR'],
      ['Prague, Czech Rep', 'Prague CZ'],
      ['Düsseldorf, Deutschland', 'Düsseldorf DE'],
      ['Paris, Etats Unis', 'Paris US'],
    ] as const) {
      expect(first(asked), asked).to.equal(found);
    }
    expect(first('Paris, Atlantis')).to.equal('');
  });

  it('are found by their German, French and local names', () => {
    for (const [asked, found] of [
      ['Kopenhagen', 'Copenhagen DK'],
      ['københ', 'Copenhagen DK'],
      ['Copenhague, Dän', 'Copenhagen DK'],
      ['München', 'Munich DE'],
      ['Wien', 'Vienna AT'],
      ['Lissabon, Portugal', 'Lisbon PT'],
      ['Kapst', 'Cape Town ZA'],
      ['Genf', 'Genève CH'],
      ['geneva, switz', 'Genève CH'],
      ['Firenze', 'Florence IT'],
      ['nouvelle orleans', 'New Orleans US'],
    ] as const) {
      expect(first(asked), asked).to.equal(found);
    }
    expect(first('Valence, Venezuela')).to.equal('');
  });

  it('are found if the name contains a comma', () => {
    expect(first('Washington, D.C.')).to.equal('Washington, D.C. US');
  });

  it('are limited to 12, and none is found for an unknown or empty name', () => {
    expect(towns.find('s')).to.have.length(12);
    expect(towns.find('qqqqqq')).to.deep.equal([]);
    expect(towns.find(' , Portugal')).to.deep.equal([]);
  });
});
