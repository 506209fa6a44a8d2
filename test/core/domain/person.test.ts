import { expect } from 'chai';
import { DomainError } from '../../../core/domain/errors.ts';
import { personKey, personName } from '../../../core/domain/person.ts';

describe('names of people', () => {
  it('are trimmed and normalised', () => {
    expect(personName(' \tZoe\u0308 Finch\n')).to.equal('Zo\u00eb Finch');
  });

  it('are compared without regard to case and Unicode form', () => {
    expect(personKey('ZOE\u0308')).to.equal(personKey('zo\u00eb'));
    expect(personKey('Anna')).not.to.equal(personKey('Anne'));
  });

  it('have 1 to 100 characters, and no control characters', () => {
    expect(personName('\u{1F426}'.repeat(100))).to.have.length(200);
    for (const wrong of ['', ' ', 'a'.repeat(101), 'a\u0007', '\ud800']) {
      expect(() => personName(wrong), JSON.stringify(wrong)).to.throw(DomainError, /^name: /);
    }
  });
});
