import { expect } from 'chai';
import { germanTowns } from '../../core/domain/town-names/german.ts';
import { knownName } from '../../web/state/albums/known-name.ts';
import { learnTowns, placeInWords } from '../../web/state/place-names.ts';

describe('a name that is typed for the rule of an album', () => {
  before(() => {
    learnTowns('de', germanTowns);
  });
  const places = ['Munich, Germany', 'Paris, France', 'Paris, United States', 'Washington, D.C., United States'];
  const inGerman = (typed: string): string => knownName(typed, places, (place) => placeInWords(place, 'de'));

  it('is the place that the page shows by it', () => {
    expect(inGerman('münchen, deutschland')).to.equal('Munich, Germany');
    expect(inGerman('Munich, Germany')).to.equal('Munich, Germany');
  });

  it('is a town or a country as the page names it, without the rest', () => {
    expect(inGerman('München')).to.equal('Munich, Germany');
    expect(inGerman('deutschland')).to.equal('Germany');
    expect(inGerman('vereinigte Staaten')).to.equal('United States');
    expect(inGerman('Washington, D.C.')).to.equal('Washington, D.C.');
  });

  it('stays as it is where the server knows it, or nobody does', () => {
    for (const typed of ['Paris', 'munich', 'France', 'Atlantis']) expect(inGerman(typed)).to.equal(typed);
  });

  it('is no part of a tag with a comma', () => {
    expect(knownName('sea', ['Sea, evening', 'Lake'])).to.equal('sea');
    expect(knownName('lake', ['Sea, evening', 'Lake'])).to.equal('Lake');
  });
});
