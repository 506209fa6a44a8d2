import { expect } from 'chai';
import { placeInWords } from '../../web/state/countries.ts';

describe('the name of a place', () => {
  it('has its country in the language of the page', () => {
    expect(placeInWords('Vienna, Austria', 'de')).to.equal('Vienna, Österreich');
    expect(placeInWords('Vienna, Austria', 'fr')).to.equal('Vienna, Autriche');
    expect(placeInWords('Vienna, Austria', 'en')).to.equal('Vienna, Austria');
    expect(placeInWords('Washington, D.C., United States', 'de')).to.equal('Washington, D.C., Vereinigte Staaten');
  });

  it('is left as it is where there is no such country', () => {
    for (const place of ['Atlantis', 'Here, Nowhere', '']) expect(placeInWords(place, 'de')).to.equal(place);
  });
});
