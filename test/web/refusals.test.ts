import { expect } from 'chai';
import { errorNames } from '../../core/http/pipeline/errors.ts';
import type { ErrorName } from '../../core/http/wire.ts';
import { inOwnWords } from '../../web/refusals.ts';
import { refusals as german } from '../../web/strings/refusals/de.ts';
import { refusals as english } from '../../web/strings/refusals/en.ts';
import { refusals as french } from '../../web/strings/refusals/fr.ts';

const detail = 'What the server says of it.';
const said = (kind: string | null, retryAfter: number | null = null): string | null =>
  inOwnWords(english, { kind: kind as ErrorName | null, detail, retryAfter });

describe('what is said when the server refuses', () => {
  it('is a sentence for what the server names', () => {
    expect(said('wrong_sign_in')).to.equal('The username or password is wrong.');
    expect(said('source_unavailable')).to.equal(said('source_answered_wrongly'));
  });

  it('tells how long to wait, in whole minutes', () => {
    expect(said('too_many_attempts', 541)).to.include('10 minutes');
    expect(said('too_many_attempts', 30)).to.include('a minute');
    expect(said('too_many_attempts')).to.include('in a moment');
  });

  it('takes what passes by itself for no fault, and nothing else', () => {
    expect(said('not_ready', 5)).to.include('Try again in a moment');
    expect(said('not_ready')).to.equal(detail);
    expect(said('codes_lost')).to.include('Use a recovery code');
  });

  it('is left to the server where it is particular, or newer than the page, and to nobody behind a broken proxy', () => {
    expect(said('conflict')).to.equal(detail);
    expect(said('of_next_year')).to.equal(null);
    expect(said(null)).to.equal(null);
  });

  it('has a sentence for everything that the server names', () => {
    for (const { kinds } of [english, german, french]) expect(Object.keys(kinds)).to.have.members([...errorNames]);
  });
});
