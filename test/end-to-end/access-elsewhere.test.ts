import { expect } from 'chai';
import { added, specified } from '../spec/specification.ts';
import { expectProperAnswer } from '../support/access-answer.ts';
import { AccessHouse } from '../support/access-house.ts';
import { bearer } from '../support/access-identities.ts';
import type { MakeRequest } from '../support/access-request.ts';
import { goodRequests } from '../support/access-requests.ts';

const contract = [...specified, ...added];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

/** Paths that scanners try, that users mistype, and that would exist if something were exposed by mistake. */
const unknownPaths = [
  ...['/api', '/api/', '/api/nothing', '/api/photos/', '/api//photos', '/API/photos', '/Api/Photos', '/api/photos/%2e%2e'],
  ...['/api/admin', '/api/admin/', '/api/admin/users/', '/api/admin/users/1/tokens', '/api/admin/restore', '/api/v1/photos'],
  ...['/api/photos/1/thumb/', '/api/photos/1/original', '/api/faces/1', '/api/persons/1', '/api/openapi.yaml', '/api/docs'],
  ...['/metrics/', '/healthz', '/index.html', '/assets', '/assets/', '/assets/none.js', '/assets/..%2findex.html'],
  ...['/.env', '/.git/config', '/package.json', '/data/index.sqlite3', '/backups/', '/wp-login.php', '/server-status'],
  ...['/..%2f..%2fetc/passwd', '/%00', '/%2f%2fevil.example', `/${'a'.repeat(3000)}`],
]; // prettier-ignore

describe('requests to the running program with unknown paths or other methods', function () {
  const house = new AccessHouse();
  let requests: ReadonlyMap<string, MakeRequest>;
  let askers: [who: string, headers: Record<string, string>][];

  before(async () => {
    await house.start();
    requests = await goodRequests(house);
    askers = [
      ['nobody', {}],
      ['an unknown token', bearer('f'.repeat(64))],
      ['a reader', bearer(house.as('read').access_token)],
      ['an admin', bearer(house.as('admin').access_token)],
    ];
  });
  after(() => house.stop());

  /** The response to every identity, which must be the same: a difference would reveal something about the inside. */
  const toldAll = async (method: string, path: string): Promise<{ status: number; text: string }> => {
    const told = new Map<string, { status: number; text: string }>();
    for (const [who, headers] of askers) {
      const answer = await house.ask(method, path, { headers });
      const text = await expectProperAnswer(answer, `${method} ${path} by ${who}`);
      told.set(JSON.stringify([answer.status, text]), { status: answer.status, text });
    }
    expect([...told.keys()], `${method} ${path}`).to.have.length(1);
    return [...told.values()][0]!;
  };

  it('are answered with 404 if the path is unknown, for every identity', async () => {
    for (const path of unknownPaths) {
      const { status, text } = await toldAll('GET', path);
      expect(status, path).to.equal(404);
      expect(text, path).to.match(/^\{"detail":"There is no such (route|file)\."\}$/);
    }
  });

  it('are answered with 404 if the path does not have the method', async () => {
    let asked = 0;
    const templates = new Map(contract.filter(([, , access]) => access !== 'none').map(([one, path]) => [path, one]));
    for (const [template, method] of templates) {
      const make = requests.get(`${method} ${template}`);
      const path = template.includes('{') && make ? (await make(house.as('admin'))).path : template;
      for (const other of methods.filter((one) => !isRoute(one, path))) {
        const { status, text } = await toldAll(other, path);
        expect(status, `${other} ${path}`).to.equal(404);
        expect(text, `${other} ${path}`).to.equal('{"detail":"There is no such route."}');
        asked += 1;
      }
    }
    expect(asked).to.be.greaterThan(200);
  });

  it('are answered with 404 if they are preflight requests from another site', async () => {
    for (const path of ['/', '/api/photos', '/api/auth/login', '/api/auth/refresh', '/api/search/face']) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      };
      for (const method of ['OPTIONS', 'GET']) {
        // This also checks that the response has no CORS headers.
        await expectProperAnswer(await house.ask(method, path, { headers }), `${method} ${path} from another site`);
      }
      expect((await house.ask('OPTIONS', path, { headers })).status, path).to.equal(404);
    }
  });

  it('are answered like GET, without a body, if the method is HEAD', async () => {
    for (const [method, template] of contract.filter(([one]) => one === 'GET')) {
      const make = requests.get(`${method} ${template}`);
      if (!make) throw new Error(`nobody has said what a good request to ${template} is`);
      // A ticket can be used only once.
      if (template === '/api/download/{ticket}') continue;
      const { path } = await make(house.as('admin'));
      for (const [who, headers] of askers) {
        const got = await house.ask('GET', path, { headers });
        await got.arrayBuffer();
        const head = await house.ask('HEAD', path, { headers });
        expect(await expectProperAnswer(head, `HEAD ${path} by ${who}`), path).to.equal('');
        expect(head.status, `HEAD ${path} by ${who}`).to.equal(got.status);
        expect(head.headers.get('content-type'), path).to.equal(got.headers.get('content-type'));
      }
    }
  });
});

/** Whether the contract has a route of this method for a path; `GET /api/photos/{uid}` is one for /api/photos/archived. */
function isRoute(method: string, path: string): boolean {
  return contract.some(([one, template]) => {
    if (one !== method) return false;
    const pattern = template
      .replaceAll(/[.]/g, '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replace('*', '.+');
    return new RegExp(`^${pattern}$`).test(path.replace(/\?.*/, ''));
  });
}
