import { expect } from 'chai';
import type { Role } from '../../core/domain/roles.ts';
import { errorNames } from '../../core/http/pipeline/errors.ts';
import type { PhotoList } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { uploadForm } from '../support/upload-form.ts';

/** Requests with the role of the caller, and the expected value of the header. */
const refusals: readonly [asked: string, as: Role | null, payload: unknown, kind: string][] = [
  ['POST /api/auth/login', null, { username: 'admin', password: 'not it' }, 'wrong_sign_in'],
  ['POST /api/auth/login/2fa', null, { code: '123456' }, 'sign_in_over'],
  ['GET /api/photos', null, undefined, 'unauthenticated'],
  ['GET /api/no-such-route', 'read', undefined, 'not_found'],
  ['GET /api/photos?limit=many', 'read', undefined, 'bad_input'],
  ['PATCH /api/photos', 'read', {}, 'role_too_low'],
  ['GET /api/photos?include_hidden=true', 'read', undefined, 'role_too_low'],
  ['GET /api/photos/none', 'read', undefined, 'no_such_photo'],
  ['GET /api/people/987/photos', 'read', undefined, 'no_such_person'],
  ['GET /api/faces/987/crop', 'read', undefined, 'no_such_face'],
  ['GET /api/albums/none/photos', 'read', undefined, 'no_such_album'],
  ['POST /api/people/merges/987/undo', 'write', undefined, 'no_such_merge'],
  ['POST /api/people/987/name', 'write', { name: 'x'.repeat(101) }, 'bad_name'],
  ['PATCH /api/auth/me', 'read', { display_name: 'x'.repeat(101) }, 'bad_name'],
  ['DELETE /api/auth/sessions/none', 'read', undefined, 'no_such_session'],
  [
    'POST /api/auth/password',
    'read',
    { current_password: 'x', new_password: 'another-one-of-theirs' },
    'wrong_password',
  ],
  ['POST /api/auth/2fa/enroll', 'read', { password: 'not it' }, 'wrong_password'],
  ['POST /api/auth/2fa/confirm', 'read', { code: '123456' }, 'enrolment_over'],
  ['POST /api/admin/users', 'admin', { username: 'read', password: 'a-good-password', role: 'read' }, 'username_taken'],
  ['POST /api/admin/users', 'admin', { username: 'a b', password: 'a-good-password', role: 'read' }, 'bad_username'],
  ['POST /api/admin/users', 'admin', { username: 'new', password: 'short', role: 'read' }, 'password_too_short'],
  ['POST /api/admin/users', 'admin', { username: 'new', password: 'x'.repeat(73), role: 'read' }, 'password_too_long'],
  ['POST /api/admin/users', 'admin', { username: 'new', password: 'password1', role: 'read' }, 'common_password'],
  ['PATCH /api/admin/users/1', 'admin', { role: 'read' }, 'last_admin'],
  ['PATCH /api/admin/users/1', 'admin', { password: 'a-good-password' }, 'password_needed'],
  ['PATCH /api/admin/users/987', 'admin', { role: 'read' }, 'no_such_account'],
];

describe('the header X-Error-Kind', () => {
  let app: TestApp;

  before(async () => {
    app = await startTestApp({ photos: 1 });
    await app.untilIndexed();
  });
  after(() => app.stop());

  for (const [asked, as, payload, kind] of refusals) {
    it(`is ${kind} for ${asked} ${as === null ? 'without a token' : `by the role ${as}`}`, async () => {
      const [method = '', url = ''] = asked.split(' ');
      const answer = await app.call(method, url, { ...(as && { as }), ...(payload !== undefined && { payload }) });
      expect(answer.headers['x-error-kind'], answer.payload).to.equal(kind);
    });
  }

  const edits: readonly [edit: object, what: string, kind: string][] = [
    [{ add_tags: ['x'.repeat(65)] }, 'a tag that is too long', 'bad_tag'],
    [{ taken_at_local: '1700-02-03T12:00:00' }, 'a date before photography', 'bad_capture_time'],
    [{ zone: 'Mars/Olympus' }, 'a time zone that does not exist', 'bad_time_zone'],
  ];
  for (const [edit, what, kind] of edits) {
    it(`is ${kind} for ${what}`, async () => {
      const { photos } = JSON.parse((await app.call('GET', '/api/photos', { as: 'read' })).payload) as PhotoList;
      const payload = { uids: photos.map(({ uid }) => uid), ...edit };
      const { headers } = await app.call('PATCH', '/api/photos', { as: 'write', payload });
      expect(headers['x-error-kind']).to.equal(kind);
    });
  }

  it('is no_face_models for a search by picture without models', async () => {
    const { payload, headers } = await uploadForm({ file: Buffer.from('no picture') });
    const answer = await app.call('POST', '/api/search/face', { as: 'read', payload, headers });
    expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([503, 'no_face_models']);
  });

  it('is missing from successful responses', async () => {
    const { headers } = await app.call('GET', '/api/photos', { as: 'read' });
    expect(headers).to.not.have.property('x-error-kind');
  });

  it('is documented with all its values, at every failed response and no other', async () => {
    const { payload } = await app.call('GET', '/api/openapi.json');
    const document = JSON.parse(payload) as {
      components: { headers: { ErrorKind: { schema: { enum: string[] } } } };
      paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>;
    };
    expect(document.components.headers.ErrorKind.schema.enum).to.deep.equal([...errorNames]);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const [status, { headers }] of Object.entries(responses)) {
          const isFailure = status === 'default' || Number(status) >= 400;
          expect(headers !== undefined && 'X-Error-Kind' in headers, `${path} ${status}`).to.equal(isFailure);
        }
      }
    }
  });
});
