import { expect } from 'chai';
import { withComposedServer } from '../support/composed-server.ts';
import { addedParameters, creates, pageLimits } from './specification.ts';

interface Operation {
  parameters: { name: string; schema: { default?: number; maximum?: number; minimum?: number } }[];
  responses: Record<string, unknown>;
}

describe("the server's API document", () => {
  let paths: Record<string, Record<string, Operation>>;

  before(() =>
    withComposedServer(async (server) => {
      ({ paths } = JSON.parse((await server.inject('/api/openapi.json')).payload) as { paths: typeof paths });
    }),
  );

  const parameter = (path: string, name: string) =>
    paths[path]?.['get']?.parameters.find((candidate) => candidate.name === name);

  for (const [path, usual, most] of pageLimits) {
    it(`has the default and the maximum limit of ${path}`, () => {
      const schema = parameter(path, 'limit')?.schema;
      expect(schema).to.include({ minimum: 1, maximum: most });
      expect(schema?.default ?? null).to.equal(usual);
    });
  }

  for (const [path, names] of addedParameters) {
    it(`has the parameters ${names.join(', ')} of ${path}`, () => {
      expect(names.filter((name) => !parameter(path, name))).to.deep.equal([]);
    });
  }

  it('has the status 201 for requests that create something, and 200 for all others', () => {
    const having = (status: string): string[] =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { responses }]) =>
          status in responses ? `${method.toUpperCase()} ${path}` : [],
        ),
      );
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(having('201')).to.have.members(creates);
    expect(having('200')).to.have.members(all.filter((name) => !creates.includes(name)));
  });
});
