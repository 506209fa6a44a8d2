import { expect } from 'chai';
import { AccessHouse } from '../support/access-house.ts';
import { keepSecrets, type Secrets } from '../support/access-secrets.ts';

interface Documented {
  readonly method: string;
  readonly template: string;
  readonly queries: readonly string[];
  /** The longest page that it returns; null if it has no pages. */
  readonly longest: number | null;
  /** Whether one of the query parameters is required. */
  readonly isNarrowed: boolean;
  readonly hasBody: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { maximum?: number };
}

interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: object }>>;
}

/** Requests of viewers that concern their own account, or only the server. */
const notAboutPhotos = /^(GET|POST|PATCH|DELETE) \/(s\/|api\/(auth\/|shares?|setup$|health$|status$|openapi\.json$))/;

describe('content that is only in hidden photos', function () {
  const house = new AccessHouse();
  let secrets: Secrets;
  let routes: Documented[];
  /** The response of each list to the viewer before anything was hidden. */
  let told: Map<string, string>;

  before(async () => {
    await house.start();
    const { paths } = await house.json<Document>('GET', '/api/openapi.json');
    routes = Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        template,
        queries: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        longest: parameters.find(({ name }) => name === 'limit')?.schema.maximum ?? null,
        isNarrowed: parameters.some((parameter) => parameter.in === 'query' && parameter.required),
        hasBody: requestBody !== undefined,
      })),
    );
    secrets = await keepSecrets(house);
    told = new Map(await Promise.all(lists().map(async (url) => [url, (await asReader('GET', url)).text] as const)));
    await secrets.hide();
  });
  after(() => house.stop());

  const asReader = async (method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> => {
    const answer = await house.ask(method, path, { token: house.as('read').access_token, body });
    return { status: answer.status, text: await answer.text() };
  };
  const ofReaders = (): Documented[] =>
    routes.filter(({ method, template }) => !notAboutPhotos.test(`${method} ${template}`));

  /** The path with a hidden item as its parameter, and with an item that has never existed. */
  const filled = (template: string): { hidden: string; unknown: string } => {
    const [parameter, ...others] = template.match(/\{\w+\}/g) ?? [];
    const kind = template.split('/')[2];
    const things: Record<string, [hidden: string | number, unknown: string | number]> = {
      'photos {uid}': [encodeURIComponent(secrets.uid), 'there-never-was-one'],
      'albums {album_uid}': [encodeURIComponent(secrets.album), 'there-never-was-one'],
      'people {id}': [secrets.person, 987_654_321],
      'people {src}': [secrets.person, 987_654_321],
      'faces {id}': [secrets.face, 987_654_321],
    };
    const thing = things[`${kind} ${parameter}`];
    if (!thing || others.length > 0) throw new Error(`say in this test what is hidden behind ${template}`);
    const [hidden, unknown] = thing.map((value) => template.replace(String(parameter), String(value)));
    return { hidden: hidden!, unknown: unknown! };
  };
  const isOfOne = ({ template }: Documented): boolean =>
    template.includes('{') && !/^\/api\/(admin|people\/merges|download|trips|stacks)\/|\/audience$/.test(template);

  /** Every list, and every list narrowed by each of its filters to hidden content. */
  const lists = (): string[] =>
    ofReaders().flatMap(({ method, template, queries, longest, isNarrowed }) => {
      if (method !== 'GET' || template.includes('{') || template.startsWith('/api/admin/')) return [];
      const narrowing: Record<string, string[]> = {
        q: Object.values(secrets.texts),
        place: [secrets.texts['place']!],
        tag: [secrets.texts['tag']!],
        album: [secrets.album],
        person: [String(secrets.person)],
        include_archived: ['true'],
        kind: ['image', 'near'],
        threshold: ['0.2'],
        month: [],
      };
      const limit = longest === null ? [] : [`limit=${Math.min(longest, 500)}`];
      const urls = queries.flatMap((name) =>
        (narrowing[name] ?? []).map((value) => [...limit, `${name}=${encodeURIComponent(value)}`]),
      );
      return [...(isNarrowed ? [] : [limit]), ...urls].map((query) =>
        [template, query.join('&')].filter(Boolean).join('?'),
      );
    });

  it('is as if it had never existed, on each route for a photo, a face, a person or an album', async () => {
    let count = 0;
    for (const one of ofReaders().filter(isOfOne)) {
      const { method, template, hasBody } = one;
      const { hidden, unknown } = filled(template);
      // Every user may hide these for themselves.
      const isForOneself = template.endsWith('/hidden_by_me');
      const body = isForOneself ? { hidden_by_me: true } : hasBody ? {} : undefined;
      const [of, none] = [await asReader(method, hidden, body), await asReader(method, unknown, body)];
      expect(of, `${method} ${hidden}`).to.deep.equal(none);
      expect(of.status, `${method} ${hidden}`).to.equal(method === 'GET' || isForOneself ? 404 : 403);
      count += 1;
      // Those who may see it get another response: the 404 is not the fault of the request.
      const asked = one.queries.includes('include_hidden') ? `${hidden}?include_hidden=true` : hidden;
      const seen = await house.ask('GET', asked, { token: house.as('write').access_token });
      if (method !== 'GET' || seen.status === 200 || template.endsWith('/cover')) continue;
      expect(await seen.text(), `GET ${asked} by a writer: ${seen.status}`).to.not.equal(none.text);
    }
    expect(count).to.be.greaterThan(20);
  });

  it('is in no list, however that is filtered', async () => {
    const found = new Set<string>();
    for (const url of lists()) {
      const { status, text } = await asReader('GET', url);
      // A kind of one list is unknown to the other.
      expect(status, `${url}: ${text}`).to.be.oneOf(url.includes('kind=') ? [200, 400] : [200, 403]);
      // The response repeats the query as text to search for, and never as a name that it knows.
      const answer = url.startsWith('/api/search?') ? text.replace(/"text":"[^"]*"/, '') : text;
      for (const [what, secret] of Object.entries(secrets.texts)) {
        expect(answer.includes(secret), `${what} in the answer to ${url}: ${answer}`).to.equal(false);
        if (told.get(url)?.includes(secret)) found.add(what);
      }
    }
    // The crop of a face is only in the list of its person’s faces, which this test does not cover.
    expect([...found].sort(), 'what lists told before').to.deep.equal([
      'album',
      'cover',
      'person',
      'photo',
      'place',
      'tag',
    ]);
  });

  it('is no filter of a search, which treats its names as plain words', async () => {
    for (const name of [secrets.texts['person'], secrets.texts['place'], secrets.texts['place']?.split(',')[0]]) {
      const url = `/api/search?q=${encodeURIComponent(String(name))}`;
      const unknown = '/api/search?q=Qqxyz';
      const query = (text: string): Record<string, unknown> => {
        const { query, total } = JSON.parse(text) as { query: Record<string, unknown>; total: number };
        return { person: query['person'], place: query['place'], total };
      };
      expect(query((await asReader('GET', url)).text), url).to.deep.equal(query((await asReader('GET', unknown)).text));
    }
  });

  it('cannot be signed or downloaded by viewers, and the other requests that they may send are known', async () => {
    const sent: string[] = [];
    for (const { method, template } of ofReaders()) {
      if (method === 'GET' || template.startsWith('/api/admin/')) continue;
      const { status } = await asReader(method, template.replaceAll(/\{\w+\}/g, '1'), {});
      if (status !== 403) sent.push(`${method} ${template}`);
    }
    const downloads = ['POST /api/download', 'POST /api/download/tickets'];
    // The requests of a share’s visitors are covered by the tests of shares.
    const ofVisitors = sent.filter((one) => one.includes('/api/shared/'));
    expect(sent.filter((one) => !ofVisitors.includes(one)).sort()).to.deep.equal([
      ...downloads,
      'POST /api/search/face',
      'POST /api/sign',
      'POST /api/stacks/photos',
      'POST /api/unlock',
      'PUT /api/albums/{album_uid}/hidden_by_me',
      'PUT /api/people/{id}/hidden_by_me',
    ]);
    for (const path of ['/api/download', '/api/download/tickets']) {
      const bodies = [
        [{ uids: [secrets.uid] }, { uids: ['there-never-was-one'] }],
        [{ album: secrets.album }, { album: 'there-never-was-one' }],
        [{ filter: { person: secrets.person } }, { filter: { person: 987_654_321 } }],
      ];
      for (const [hidden, unknown] of bodies) {
        const of = await asReader('POST', path, hidden);
        expect(of, `${path} ${JSON.stringify(hidden)}`).to.deep.equal(await asReader('POST', path, unknown));
        expect(of.status).to.equal(404);
      }
    }
    const { hidden, unknown } = filled('/api/photos/{uid}');
    const answers = await Promise.all(
      [hidden, unknown].map((path) => asReader('POST', '/api/sign', { path: `${path}/thumb` })),
    );
    expect(answers[0]).to.deep.equal(answers[1]);
    expect(answers[0]?.status).to.equal(404);
  });
});
