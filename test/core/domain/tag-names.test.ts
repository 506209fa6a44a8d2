import { expect } from 'chai';
import { tagKey, tagNames } from '../../../core/domain/tag-names.ts';

describe('tags', () => {
  it('are trimmed and normalised to NFC', () => {
    expect(tagNames(['  cafe\u0301 '])).to.deep.equal(['café']);
  });

  it('are deduplicated, with the first spelling', () => {
    expect(tagNames(['Sea', 'SEA', 'Étoile', 'e\u0301toile', 'sea '])).to.deep.equal(['Sea', 'Étoile']);
  });

  it('have equal keys if they differ only in case or Unicode form', () => {
    expect(tagKey('ÉTÉ')).to.equal(tagKey('e\u0301te\u0301'));
    expect(tagKey('sea')).to.not.equal(tagKey('see'));
  });

  it('are limited in characters, not UTF-16 units', () => {
    expect(tagNames(['🐦'.repeat(64)])).to.have.length(1);
    expect(() => tagNames(['🐦'.repeat(65)])).to.throw('at most 64');
  });

  for (const bad of ['', '   ', 'a\u0000b', 'two\nlines', '\ud800']) {
    it(`cannot be ${JSON.stringify(bad)}`, () => {
      expect(() => tagNames([bad]))
        .to.throw()
        .with.property('kind', 'bad_input');
    });
  }

  it('are at most 100 on a photo, not counting duplicates', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => `t${i}`);
    expect(tagNames([...hundred, 'T1'])).to.have.length(100);
    expect(() => tagNames([...hundred, 'more'])).to.throw('at most 100');
  });
});
