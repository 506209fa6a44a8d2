import { expect } from 'chai';
import type { Role } from '../../core/domain/roles.ts';
import { roleAllows } from '../../core/domain/roles.ts';
import { added, specified, type SpecifiedAccess } from '../spec/specification.ts';
import { expectProperAnswer } from '../support/access-answer.ts';
import { AccessHouse, type SignedIn } from '../support/access-house.ts';
import { bearer, everybody, type Identity } from '../support/access-identities.ts';
import type { GoodRequest, MakeRequest } from '../support/access-request.ts';
import { goodRequests } from '../support/access-requests.ts';
import { skip } from '../support/skip.ts';

/** The lowest role that may use a route; null for routes that are open to everyone. */
const opens: Readonly<Record<SpecifiedAccess, Role | null>> = {
  none: null,
  // Open to everyone who has begun to sign in; the tests of the second step cover those who have not.
  'pending-login': null,
  bearer: 'read',
  media: 'read',
  read: 'read',
  write: 'write',
  admin: 'admin',
  // Because of METRICS in this test: by default, any program on this machine may read them.
  metrics: 'admin',
};

/** The messages of refused requests. */
const refusals = {
  401: /sign in|token|account/i,
  403: /^Your role may not do this: it needs the role (write|admin)\.$/,
};

describe('each route of the running program', function () {
  const house = new AccessHouse();
  let identities: Identity[];
  let requests: ReadonlyMap<string, MakeRequest>;

  before(async () => {
    await house.start();
    requests = await goodRequests(house);
    identities = await everybody(house);
  });
  after(() => house.stop());

  const send = async (method: string, good: GoodRequest, headers: Record<string, string>, who: string) => {
    const { path, body } = good;
    const cookie = [headers['cookie'], good.cookie].filter(Boolean).join('; ');
    const answer = await house.ask(method, path, { body, headers: { ...headers, ...(cookie && { cookie }) } });
    const text = await expectProperAnswer(answer, `${method} ${path} by ${who}`);
    return { status: answer.status, text };
  };
  const make = async (name: string, as: SignedIn): Promise<GoodRequest> => {
    const request = requests.get(name);
    if (!request) throw new Error(`nobody has said what a good request to ${name} is`);
    return request(as);
  };

  for (const [method, path, access] of [...specified, ...added]) {
    const name = `${method} ${path}`;
    const least = opens[access];

    if (least === null) {
      it(`${name} answers everyone`, async function () {
        if (!path.startsWith('/api/') && (await house.ask('GET', '/')).status === 404) {
          skip(this, 'the web UI is not built');
        }
        for (const { name: who, headers } of identities) {
          const request = await make(name, house.as('read'));
          const { status, text } = await send(method, request, headers, who);
          expect(status, `${who}: ${text}`).to.equal(request.status ?? 200);
          request.learn?.(text);
        }
      });
      continue;
    }

    it(`${name} answers ${least === 'admin' ? 'admins' : `${least} and above`}, and nobody else`, async () => {
      // Everyone without the role sends the same request as the admin, so that the role is the only reason for the refusal.
      const refused = await make(name, house.as('admin'));
      for (const { name: who, headers, role } of identities) {
        if (role && roleAllows(role, least)) continue;
        const { status, text } = await send(method, refused, headers, who);
        const wanted = role ? 403 : 401;
        expect(status, `${who}: ${text}`).to.equal(wanted);
        expect((JSON.parse(text) as { detail: string }).detail, who).to.match(refusals[wanted]);
      }
      for (const { name: who, headers, role } of identities) {
        if (!role || !roleAllows(role, least)) continue;
        const request = role === 'admin' ? refused : await make(name, house.as(role));
        const own = request.token === undefined ? headers : bearer(request.token);
        const { status, text } = await send(method, request, own, who);
        expect(status, `${who}: ${text}`).to.equal(request.status ?? 200);
      }
    });
  }

  it('has left valid sessions valid and invalid ones invalid', async () => {
    for (const { name, headers, role } of identities) {
      const { status } = await send('GET', { path: '/api/auth/me' }, headers, name);
      expect(status, name).to.equal(role ? 200 : 401);
    }
  });
});
