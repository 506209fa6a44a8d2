import { expect } from 'chai';
import { DomainError } from '../../../core/domain/errors.ts';
import { personKey, personName } from '../../../core/domain/person.ts';

describe('names of persons', () => {
  it('are trimmed and composed', () => {
    expect(personName(' \tZoe\u0308 Finch\n')).to.equal('Zo\u00eb Finch');
  });

  it('are the same in any case and any composition', () => {
    expect(personKey('ZOE\u0308')).to.equal(personKey('zo\u00eb'));
    expect(personKey('Anna')).not.to.equal(personKey('Anne'));
  });

  it('have 1 to 100 characters, as people count them', () => {
    expect(personName('\u{1F426}'.repeat(100))).to.have.length(200);
    for (const wrong of ['', ' ', 'a'.repeat(101), 'a\u0007', '\ud800']) {
      expect(() => personName(wrong), JSON.stringify(wrong)).to.throw(DomainError, /^name: /);
    }
  });
});
