import { expect } from 'chai';
import { frenchTowns } from '../../core/domain/town-names/french.ts';
import { germanTowns } from '../../core/domain/town-names/german.ts';
import { labelOf, learnTowns, placeInWords, townInWords } from '../../web/state/place-names.ts';

describe('the name of a place', () => {
  before(() => {
    learnTowns('de', germanTowns);
    learnTowns('fr', frenchTowns);
  });

  it('is in the language of the page, both town and country', () => {
    expect(placeInWords('Copenhagen, Denmark', 'de')).to.equal('Kopenhagen, Dänemark');
    expect(placeInWords('Vienna, Austria', 'fr')).to.equal('Vienne, Autriche');
    expect(placeInWords('Vienna, Austria', 'en')).to.equal('Vienna, Austria');
    expect(placeInWords('Graz, Austria', 'de')).to.equal('Graz, Österreich');
    expect(placeInWords('Washington, D.C., United States', 'de')).to.equal('Washington, D.C., Vereinigte Staaten');
  });

  it('may be that of a town or a country alone', () => {
    expect(placeInWords('Lisbon', 'de')).to.equal('Lissabon');
    expect(placeInWords('Austria', 'fr')).to.equal('Autriche');
    expect(placeInWords('Singapore', 'fr')).to.equal('Singapour');
    expect(townInWords('Cape Town, South Africa', 'de')).to.equal('Kapstadt');
    expect(townInWords('Washington, D.C., United States', 'de')).to.equal('Washington, D.C.');
    expect(townInWords(labelOf('Genève', 'CH'), 'de')).to.equal('Genf');
    expect(townInWords(labelOf('Genève', 'CH'), 'fr')).to.equal('Genève');
  });

  it('is translated only together with the country if a larger town has the same name', () => {
    expect(placeInWords('Valencia, Spain', 'fr')).to.equal('Valence, Espagne');
    expect(placeInWords('Valencia, Venezuela', 'fr')).to.equal('Valencia, Venezuela');
    expect(placeInWords('Valencia', 'fr')).to.equal('Valencia');
    expect(placeInWords('Mexico City', 'fr')).to.equal('Mexico City');
  });

  it('stays unchanged if there is no such place', () => {
    for (const place of ['Atlantis', 'Here, Nowhere', '']) expect(placeInWords(place, 'de')).to.equal(place);
  });
});
