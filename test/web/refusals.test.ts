import { expect } from 'chai';
import { errorNames } from '../../core/http/pipeline/errors.ts';
import type { ErrorName } from '../../core/http/wire.ts';
import { inOwnWords } from '../../web/refusals.ts';
import { de as adminGerman } from '../../web/strings/admin/de.ts';
import { en as adminEnglish } from '../../web/strings/admin/en.ts';
import { fr as adminFrench } from '../../web/strings/admin/fr.ts';
import { albums as albumsGerman } from '../../web/strings/albums/de.ts';
import { albums as albumsEnglish } from '../../web/strings/albums/en.ts';
import { albums as albumsFrench } from '../../web/strings/albums/fr.ts';
import { encryption as encryptionGerman } from '../../web/strings/encryption/de.ts';
import { encryption as encryptionEnglish } from '../../web/strings/encryption/en.ts';
import { encryption as encryptionFrench } from '../../web/strings/encryption/fr.ts';
import { refusals as german } from '../../web/strings/refusals/de.ts';
import { refusals as english } from '../../web/strings/refusals/en.ts';
import { refusals as french } from '../../web/strings/refusals/fr.ts';
import { de as settingsGerman } from '../../web/strings/settings/de.ts';
import { en as settingsEnglish } from '../../web/strings/settings/en.ts';
import { fr as settingsFrench } from '../../web/strings/settings/fr.ts';
import { trips as tripsGerman } from '../../web/strings/trips/de.ts';
import { trips as tripsEnglish } from '../../web/strings/trips/en.ts';
import { trips as tripsFrench } from '../../web/strings/trips/fr.ts';

const detail = 'What the server says of it.';
const said = (kind: string | null, retryAfter: number | null = null): string | null =>
  inOwnWords(english, { kind: kind as ErrorName | null, detail, retryAfter });

describe('the message for a rejected request', () => {
  it('is a sentence for the kind of error in the response', () => {
    expect(said('wrong_sign_in')).to.equal('The username or password is wrong.');
    expect(said('source_unavailable')).to.equal(said('source_answered_wrongly'));
  });

  it('contains the time to wait, in whole minutes', () => {
    expect(said('too_many_attempts', 541)).to.include('10 minutes');
    expect(said('too_many_attempts', 30)).to.include('a minute');
    expect(said('too_many_attempts')).to.include('in a moment');
  });

  it('suggests a retry only for an error that passes by itself', () => {
    expect(said('not_ready', 5)).to.include('Try again in a moment');
    expect(said('not_ready')).to.equal(detail);
    expect(said('codes_lost')).to.include('Use a recovery code');
  });

  it('is the server’s for a specific error, and null if the kind is newer than the page or missing', () => {
    expect(said('conflict')).to.equal(detail);
    expect(said('of_next_year')).to.equal(null);
    expect(said(null)).to.equal(null);
  });

  it('exists for every kind of error, in each language', () => {
    for (const [{ kinds }, ...more] of [
      [english, encryptionEnglish, adminEnglish, settingsEnglish, tripsEnglish, albumsEnglish],
      [german, encryptionGerman, adminGerman, settingsGerman, tripsGerman, albumsGerman],
      [french, encryptionFrench, adminFrench, settingsFrench, tripsFrench, albumsFrench],
    ] as const) {
      const named = [kinds, ...more.map(({ refusals }) => refusals)].flatMap(Object.keys);
      expect(named).to.have.members([...errorNames]);
    }
  });
});
