import type { Server } from '@hapi/hapi';
import { expect } from 'chai';
import { withComposedServer } from '../support/composed-server.ts';
import { added, specified, type Endpoint, type SpecifiedAccess } from './specification.ts';

const contract = [...specified, ...added];
const nameOf = ([method, path]: Endpoint): string => `${method} ${path}`;

/** A route for any signed-in user is a route for the lowest role. */
const sameAs: Partial<Record<SpecifiedAccess, SpecifiedAccess>> = { bearer: 'read' };

/** The routes of the real server, in the terms of the specification. */
function tableOf(server: Server): Map<string, SpecifiedAccess> {
  return new Map(
    server.table().map(({ method, path, settings }) => {
      const auth = settings.auth as
        false | undefined | { strategies: string[]; access?: { scope: { selection: SpecifiedAccess[] } }[] };
      const access = !auth ? 'none' : (auth.access?.[0]?.scope.selection[0] ?? (auth.strategies[0] as SpecifiedAccess));
      return [`${method.toUpperCase()} ${path.replace('{path*}', '*')}`, access];
    }),
  );
}

describe("the server's route table", () => {
  let table: Map<string, SpecifiedAccess>;

  before(async () => {
    table = await withComposedServer(tableOf);
  });

  it('has every endpoint of the contract', () => {
    const missing = contract.map(nameOf).filter((name) => !table.has(name));
    expect(missing).to.deep.equal([]);
  });

  it('has no endpoint that is not in the contract', () => {
    const known = new Set(contract.map(nameOf));
    expect([...table.keys()].filter((name) => !known.has(name))).to.deep.equal([]);
  });

  for (const [method, path, access] of contract) {
    it(`requires ${access} for ${method} ${path}`, () => {
      expect(table.get(`${method} ${path}`)).to.equal(sameAs[access] ?? access);
    });
  }
});
