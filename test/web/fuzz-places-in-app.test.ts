import { expect } from 'chai';
import { formatPlace, pageNames, parsePlace } from '../../web/state/routes.ts';
import { fuzz } from '../support/fuzz-parser.ts';

const words = [
  '#/',
  '/',
  '//',
  'photo/',
  ...pageNames.map((name) => `${name}/`),
  '%',
  '%2F',
  '%00',
  '%ff',
  '?',
  '&',
  '=',
  '+',
  '__proto__=1',
  '%F0%9F%98%80',
];

describe('the URL fragment of the app, with', () => {
  fuzz({
    seeds: 'places-in-app',
    words,
    check: (input) => {
      // Browsers encode non-ASCII characters.
      const place = parsePlace(encodeURI(input.toString()).replaceAll('%25', '%'));
      if (place.page === 'not-found') {
        expect(place).to.deep.equal({ page: 'not-found', about: null, photo: null, query: {} });
        return;
      }
      expect(pageNames).to.include(place.page);
      for (const part of [place.about, place.photo]) if (part !== null) expect(part).to.not.equal('');
      expect(parsePlace(formatPlace(place)), 'the inverse').to.deep.equal(place);
    },
  });
});
