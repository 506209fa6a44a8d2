import { expect } from 'chai';
import { inOwnWords } from '../../web/refusals.ts';
import { refusals as german } from '../../web/strings/refusals/de.ts';
import { refusals as english } from '../../web/strings/refusals/en.ts';

const refused = (request: string, status: number, retryAfter: number | null = null): string | null => {
  const [method = '', path = ''] = request.split(' ');
  return inOwnWords(english, { method, path, status, retryAfter });
};

describe('what is said when the server refuses', () => {
  for (const [request, status, says] of [
    ['POST /api/auth/login', 401, 'wrongSignIn'],
    ['POST /api/auth/login', 503, 'secondFactorAway'],
    ['POST /api/auth/login/2fa', 401, 'wrongCodeAtSignIn'],
    ['POST /api/auth/login/2fa', 503, 'codesLost'],
    ['DELETE /api/auth/2fa', 403, 'wrongPassword'],
    ['DELETE /api/auth/2fa', 503, 'codesLost'],
    ['POST /api/auth/password', 403, 'wrongCurrentPassword'],
    ['POST /api/auth/password', 400, 'badPassword'],
    ['POST /api/people/3/name', 400, 'badName'],
    ['POST /api/people/3/name', 404, 'noSuchPerson'],
    ['POST /api/people/merges/3/undo', 404, 'noSuchMerge'],
    ['POST /api/people/merges/3/undo', 409, 'mergedSince'],
    ['POST /api/faces/3/person', 404, 'noSuchFace'],
    ['GET /api/photos/a%20photo', 404, 'noSuchPhoto'],
    ['PATCH /api/photos', 400, 'badTag'],
    ['PATCH /api/photos', 403, 'notAllowed'],
    ['POST /api/search/face', 413, 'pictureTooLarge'],
    ['POST /api/search/face', 415, 'notAPicture'],
    ['POST /api/search/face', 503, 'noFaceModels'],
    ['PATCH /api/admin/users/1', 403, 'ownAccount'],
    ['DELETE /api/admin/users/1/2fa', 403, 'ownAccount'],
    ['PATCH /api/admin/users/1', 409, 'lastAdmin'],
    ['POST /api/admin/users', 409, 'usernameTaken'],
    ['GET /api/photos/p/meta', 503, 'storeAway'],
    ['GET /api/photos/p/meta', 504, 'storeSlow'],
    ['GET /api/photos/p/similar', 503, 'busy'],
    ['POST /api/auth/2fa/confirm', 503, 'beginEnrolmentAnew'],
    ['GET /api/search', 500, 'broken'],
  ] as const) {
    it(`${says}: ${status} to ${request}`, () => {
      expect(refused(request, status)).to.equal(english[says]);
    });
  }

  it('tells how long to wait, in whole minutes', () => {
    expect(refused('POST /api/auth/login', 429, 541)).to.equal(english.tooManyAttempts(10));
    expect(refused('POST /api/auth/password', 429, 30)).to.equal(english.tooManyAttempts(1));
    expect(refused('POST /api/search/face', 503, 5)).to.equal(english.busy);
  });

  it('takes no crowd that signs in for a lost secret', () => {
    expect(refused('POST /api/auth/login', 503, 5)).to.equal(english.busy);
    expect(refused('DELETE /api/auth/2fa', 503, 5)).to.equal(english.busy);
    expect(refused('POST /api/auth/2fa/enroll', 503, 5)).to.equal(english.busy);
  });

  it('leaves to the server what is particular, and what admins are told', () => {
    expect(refused('POST /api/admin/backup', 503)).to.equal(null);
    expect(refused('DELETE /api/admin/backups/x', 404)).to.equal(null);
    expect(refused('POST /api/people/3/merge', 409)).to.equal(null);
  });

  it('is said in German without a word of the API', () => {
    const all = Object.values(german).map((says) => (typeof says === 'function' ? says(3) : says));
    for (const sentence of all) expect(sentence).to.not.match(/\b(the|is|must|_|bytes?)\b|\w_\w/);
  });
});
