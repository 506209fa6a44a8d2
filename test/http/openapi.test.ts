import { expect } from 'chai';
import { withComposedServer } from '../support/composed-server.ts';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  dependentRequired?: Record<string, string[]>;
}

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Schema & { $ref?: string } }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, Schema> };
}

describe('the API document', () => {
  let document: Document;
  let table: string[];
  let operations: [name: string, operation: Operation][];

  before(() =>
    withComposedServer(async (server) => {
      const { payload, headers } = await server.inject('/api/openapi.json');
      expect(headers['content-type']).to.match(/^application\/json/);
      expect(headers['cache-control']).to.equal('no-store');
      document = JSON.parse(payload) as Document;
      table = server
        .table()
        .filter(({ path }) => path.startsWith('/api/'))
        .map(({ method, path }) => `${method} ${path}`);
      operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
      );
    }),
  );

  it('is OpenAPI 3.1 with the version of the program', () => {
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.version).to.match(/^\d+\.\d+\.\d+/);
  });

  it('lists exactly the routes that the server has', () => {
    expect(operations.map(([name]) => name)).to.have.members(table);
  });

  it('gives each operation a unique name and a summary', () => {
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).to.equal(operations.length);
    for (const [name, { summary }] of operations) expect(summary, name).to.match(/^\S.{5,}/);
  });

  it('describes every path parameter, and no other', () => {
    for (const [name, { parameters }] of operations) {
      const inTemplate = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const described = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        described.map((parameter) => parameter.name),
        name,
      ).to.have.members(inTemplate);
      expect(
        described.every(({ required }) => required),
        name,
      ).to.equal(true);
    }
  });

  it('describes the request and response body of each operation', () => {
    for (const [name, { responses, requestBody }] of operations) {
      const media = Object.entries((responses['200'] ?? responses['201'])!.content);
      expect(media, name).not.to.be.empty;
      for (const [, { schema }] of media) {
        if (name !== 'get /api/openapi.json')
          expect(Object.keys(schema), name).to.include.oneOf(['properties', 'anyOf', 'format']);
      }
      const takesBody =
        /^delete .*(\/2fa|\/users\/\{id\}|\/links\/\{link\}|\/slots\/\{id\})$/.test(name) ||
        (/^(post|put|patch)/.test(name) &&
          !/\/(logout|sync|retry-failed|checks|gc-empty|unassign|\{(id|step)\}\/undo|backup|lock)$/.test(name));
      expect(requestBody !== undefined, name).to.equal(takesBody);
    }
  });

  it('describes errors as objects with the field detail', () => {
    expect(document.components.schemas['Error']?.properties).to.have.all.keys('detail');
    for (const [name, { responses }] of operations) {
      const failures = Object.entries(responses).filter(([status]) => !/^[23]/.test(status));
      expect(failures, name).not.to.be.empty;
      for (const [, { content }] of failures) {
        expect(content['application/json']?.schema.$ref, name).to.equal('#/components/schemas/Error');
      }
    }
  });

  it('lists the statuses and media types that operations really answer with', () => {
    const statuses = (name: string): string[] =>
      Object.keys(document.paths[name.split(' ')[1]!]![name.split(' ')[0]!]!.responses);
    const failed = ['default'];
    expect(statuses('get /api/health')).to.deep.equal(['200', '400', ...failed]);
    // Plugins’ tokens may be for other routes, or impossible to verify at the moment.
    const guarded = ['401', '403', '429', '503'];
    expect(statuses('get /api/photos')).to.deep.equal(['200', '400', ...guarded, ...failed]);
    expect(statuses('get /api/tags')).to.deep.equal(['200', '400', ...guarded, ...failed]);
    expect(statuses('post /api/admin/users')).to.include.members(['201', '403', '409', '503']).and.not.include('200');
    expect(statuses('post /api/auth/login')).to.include.members(['200', '401', '413', '415', '429', '503']);
    expect(statuses('get /api/photos/{uid}/thumb')).to.deep.equal(
      ['200', '304', '400', '401', '403', '404', '429', '503', ...failed], //
    );
    expect(statuses('get /api/photos/{uid}/full')).to.include.members(
      ['200', '206', '304', '404', '413', '415', '416', '502', '503', '504'], //
    );
    expect(statuses('post /api/people/{src}/merge')).to.include.members(['404', '409']);
    expect(statuses('post /api/search/face')).to.include.members(['408', '413', '415', '503']);
    expect(statuses('post /api/auth/2fa/confirm')).to.include.members(['400', '409', '429', '503']);
    const { responses } = document.paths['/api/photos/{uid}/full']!['get']!;
    expect(responses['206']?.content).to.have.all.keys('image/*', 'video/*', 'application/octet-stream');
    expect(responses['304']).not.to.have.property('content');
  });

  it('says how each operation is authenticated, with schemes that it defines', () => {
    const security = Object.fromEntries(operations.map(([name, operation]) => [name, operation.security]));
    expect(security['post /api/auth/login']).to.deep.equal([]);
    expect(security['get /api/photos']).to.deep.equal([{ bearer: [] }]);
    expect(security['get /api/photos/{uid}/thumb']).to.deep.equal([
      { bearer: [] },
      { signature: [], signatureExpiry: [] },
    ]);
    expect(security['get /api/auth/login/2fa']).to.deep.equal([{ pendingCookie: [] }]);
    expect(security['post /api/auth/login/2fa']).to.deep.equal([{ pendingCookie: [] }, {}]);
    expect(security['post /api/auth/logout']).to.deep.equal([{ bearer: [] }, { bearer: [], refreshCookie: [] }]);
    const used = new Set(Object.values(security).flat().flatMap(Object.keys));
    expect(Object.keys(document.components.securitySchemes)).to.have.members([...used]);
  });

  it('says which bodies are required, and which of their fields exclude, replace or need each other', () => {
    const bodyOf = (path: string, method = 'post') => {
      const { required, content } = document.paths[path]![method]!.requestBody!;
      return { required, schema: content['application/json']!.schema };
    };
    const oneOf = (...names: string[]) => names.map((name) => ({ required: [name] }));
    for (const [path, names] of [
      ['/api/sign', ['path', 'paths']],
      ['/api/unlock', ['passphrase', 'recovery_key']],
      ['/api/download', ['uids', 'album', 'filter']],
    ] as const) {
      const { required, schema } = bodyOf(path);
      expect([required, schema.oneOf], path).to.deep.equal([true, oneOf(...names)]);
    }
    expect(bodyOf('/api/albums/{album_uid}/audience', 'put').schema.anyOf).to.deep.equal(
      oneOf('kept_from_readers', 'kept_from'),
    );
    expect(bodyOf('/api/trips/{id}', 'patch').required).to.equal(true);
    expect(bodyOf('/api/auth/refresh').required).to.equal(false);
    expect(bodyOf('/api/auth/refresh').schema).to.not.have.any.keys('oneOf', 'anyOf', 'allOf', 'dependentRequired');
    expect(bodyOf('/api/albums/{album_uid}/photos', 'put').schema.dependentRequired).to.deep.equal({
      before: ['order'],
    });
  });

  it('lists for every edit of photos the fields that exclude each other', () => {
    const notBoth = (...names: string[]) => ({ not: { required: names } });
    for (const [path, method] of [
      ['/api/photos/{uid}', 'patch'],
      ['/api/photos', 'patch'],
    ] as const) {
      const { schema } = document.paths[path]![method]!.requestBody!.content['application/json']!;
      expect(schema.allOf, path).to.include.deep.members([
        { dependentRequired: { lat: ['lng'], lng: ['lat'] } },
        notBoth('taken_at_local', 'shift_by'),
        notBoth('taken_at_local', 'zone_change'),
        notBoth('shift_by', 'zone_change'),
        notBoth('zone', 'shift_by'),
        notBoth('zone', 'zone_change'),
        notBoth('no_place', 'lat'),
        notBoth('no_place', 'lng'),
        notBoth('rotation', 'rotate_by'),
      ]);
    }
  });

  it('contains the limits of parameters', () => {
    const limit = document.paths['/api/photos']?.['get']?.parameters.find(({ name }) => name === 'limit');
    expect(limit).to.deep.include({ in: 'query', required: false });
    expect(limit?.schema).to.include({ type: 'integer', maximum: 1000, default: 200 });
  });

  it('says which fields a response always has, including nested ones', () => {
    const answer = (path: string): Schema => {
      const schema = document.paths[path]?.['get']?.responses['200']?.content['application/json']?.schema;
      if (!schema) throw new Error(`GET ${path} has no answer`);
      return schema;
    };
    const list = answer('/api/photos');
    expect(list.required).to.have.members(['photos', 'total']);
    const item = list.properties?.['photos']?.items;
    expect(item?.required).to.have.members(Object.keys(item?.properties ?? {}));
    const meta = answer('/api/photos/{uid}/meta').properties;
    expect(meta?.['upstream']?.required).to.have.members(['available', 'node']);
    // Not every user sees folders.
    expect([...(meta?.['photo']?.required ?? []), 'folder']).to.have.members(
      Object.keys(meta?.['photo']?.properties ?? {}),
    );
  });

  it('names the parameters that another parameter requires', () => {
    for (const [path, one, other] of [
      ['/api/photos', 'before_uid', 'before'],
      ['/api/memories', 'month', 'day'],
      ['/api/memories', 'day', 'month'],
      ['/api/map', 'bbox', 'zoom'],
      ['/api/map', 'zoom', 'bbox'],
    ] as const) {
      const parameter = document.paths[path]?.['get']?.parameters.find(({ name }) => name === one);
      expect(parameter?.description, `${path} ${one}`).to.match(new RegExp(`(Required w|W)ith ${other}\\b`));
    }
  });

  it('lists null among the values of enums that may be null', () => {
    const check = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, enum: values } = schema as Schema;
      if (Array.isArray(type) && type.includes('null') && values) expect(values).to.include(null);
      Object.values(schema).forEach(check);
    };
    check(document.paths);
  });
});
