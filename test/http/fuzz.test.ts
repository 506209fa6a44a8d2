import { expect } from 'chai';
import fc from 'fast-check';
import type { Role } from '../../core/domain/roles.ts';
import type { Accounts } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { added, specified } from '../spec/specification.ts';
import { expectProperAnswer } from '../support/access-answer.ts';
import { FuzzHouse } from '../support/fuzz-house.ts';
import { hostileRequests, type HostileRequest } from '../support/fuzz-requests.ts';
import type { Operation } from '../support/openapi-operations.ts';

/** Requests to each route. More of them find more, but take longer: `npm run test:long`. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 30);

/** Routes that hash passwords, or copy or scan the whole index: one request costs as much as dozens of others. */
const slow = new Set([
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/password',
  'POST /api/auth/2fa/enroll',
  'DELETE /api/auth/2fa',
  'POST /api/admin/users',
  'PATCH /api/admin/users/{id}',
  'POST /api/admin/backup',
  'POST /api/admin/checks',
]);

/** Accepts only the cookie of a sign-in that waits for its code; no caller has one here. */
const pendingAlone = 'GET /api/auth/login/2fa';

/** The most CPU seconds that any response may take. */
const longest = 10;

/** The server errors that routes may answer here: there are no models, and the server cannot be locked. */
const expectedFailures: Readonly<Record<string, number[]>> = {
  'POST /api/search/face': [503],
  'POST /api/admin/encryption': [503],
};

const callers: readonly (Role | null)[] = ['admin', 'admin', 'admin', 'admin', 'admin', 'write', 'read', null];

describe('hostile requests to', function () {
  this.timeout(Math.max(900_000, runs * 1000));
  let house: FuzzHouse;

  before(async () => {
    house = await FuzzHouse.start();
  });
  after(() => house.stop());

  const send = async (operation: Operation, request: HostileRequest, role: Role | null): Promise<void> => {
    const name = `${operation.method} ${operation.template}`;
    const where = `${operation.method} ${request.url.slice(0, 300)}`;
    const before = process.cpuUsage();
    const answer = await house.app.server.inject({
      method: operation.method,
      url: request.url,
      headers: { ...request.headers, ...(role ? { authorization: `Bearer ${house.token(role)}` } : {}) },
      ...(request.payload ? { payload: request.payload } : {}),
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6, `seconds for ${where}`).to.be.lessThan(longest);
    const { statusCode: status, rawPayload } = answer;
    const headers = Object.entries(answer.headers).flatMap(([header, value]): [string, string][] =>
      Array.isArray(value) ? value.map((one) => [header, one]) : [[header, String(value)]],
    );
    const response = new Response(rawPayload.length > 0 ? Uint8Array.from(rawPayload) : null, { status, headers });
    const text = await expectProperAnswer(response, where);
    if (status >= 500) expect(expectedFailures[name] ?? [], `${where}: ${text}`).to.include(status);
    if (request.hasUnknownField && role === 'admin' && name !== pendingAlone)
      expect(status, `${where}: ${text}`).to.equal(400);
  };

  const routes = [...specified, ...added]
    .map(([method, path]) => `${method} ${path}`)
    .filter((one) => one.includes(' /api/'));

  it('covers all routes of the API document', () => {
    expect(routes).to.have.members([...house.operations.keys()].filter((one) => one.includes(' /api/')));
  });

  for (const name of routes) {
    it(`${name} gets a proper response`, async () => {
      const operation = house.operations.get(name);
      if (!operation) throw new Error(`the API document lacks ${name}`);
      const db = house.app.container.resolve(inject.db);
      const requests = hostileRequests(operation, house.valuesFor(operation));
      await fc.assert(
        fc.asyncProperty(requests, fc.constantFrom(...callers), async (request, role) => {
          await send(operation, request, role);
          // After too many failures, all further responses would be 429.
          db.exec('DELETE FROM login_failures');
          if (name === 'POST /api/auth/logout' && role) await house.renew(role);
        }),
        { numRuns: slow.has(name) ? Math.ceil(runs / 15) : runs },
      );
    });
  }

  it('all of them leave photos, faces and the accounts of the callers as they were, and the index intact', async () => {
    const { users } = await house.json<Accounts>('/api/admin/users');
    const kept = users.filter(({ username }) => username.startsWith('caller-'));
    expect(kept.map(({ username, role, disabled }) => [username, role, disabled])).to.deep.equal([
      ['caller-admin', 'admin', false],
      ['caller-read', 'read', false],
      ['caller-write', 'write', false],
    ]);
    const db = house.app.container.resolve(inject.db);
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect({ photos: count('photos'), faces: count('faces') }).to.deep.equal({ photos: 60, faces: 59 });
    expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(db.pragma('foreign_key_check')).to.deep.equal([]);
  });
});
