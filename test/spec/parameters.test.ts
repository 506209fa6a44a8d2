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

  it('has the status 201 for requests that create something, and for no others', () => {
    const making = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        '201' in responses ? `${method.toUpperCase()} ${path}` : [],
      ),
    );
    expect(making).to.have.members(creates);
  });
});
