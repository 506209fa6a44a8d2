import { expect } from 'chai';
import { germanTowns } from '../../core/domain/town-names/german.ts';
import { knownName } from '../../web/state/albums/known-name.ts';
import { learnTowns, placeInWords } from '../../web/state/place-names.ts';

describe('a name that is typed for the rule of a smart album', () => {
  before(() => {
    learnTowns('de', germanTowns);
  });
  const places = ['Munich, Germany', 'Paris, France', 'Paris, United States', 'Washington, D.C., United States'];
  const inGerman = (typed: string): string => knownName(typed, places, (place) => placeInWords(place, 'de'));

  it('becomes the place that the page shows under that name', () => {
    expect(inGerman('münchen, deutschland')).to.equal('Munich, Germany');
    expect(inGerman('Munich, Germany')).to.equal('Munich, Germany');
  });

  it('may be a town or a country alone, in the language of the page', () => {
    expect(inGerman('München')).to.equal('Munich, Germany');
    expect(inGerman('deutschland')).to.equal('Germany');
    expect(inGerman('vereinigte Staaten')).to.equal('United States');
    expect(inGerman('Washington, D.C.')).to.equal('Washington, D.C.');
  });

  it('stays unchanged if the server knows it, or if it is unknown', () => {
    for (const typed of ['Paris', 'munich', 'France', 'Atlantis']) expect(inGerman(typed)).to.equal(typed);
  });

  it('does not match a part of a tag with a comma', () => {
    expect(knownName('sea', ['Sea, evening', 'Lake'])).to.equal('sea');
    expect(knownName('lake', ['Sea, evening', 'Lake'])).to.equal('Lake');
  });
});
