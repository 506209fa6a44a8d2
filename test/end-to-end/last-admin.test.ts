import { expect } from 'chai';
import type { Accounts } from '../../core/http/wire.ts';
import { AccountsHouse, type SocketAnswer, type OpenSocket } from '../support/account-client.ts';
import { runCli } from '../support/server-process.ts';

interface Admin {
  readonly id: number;
  readonly token: string;
  readonly password: string;
}

const change =
  (body: object) =>
  (socket: OpenSocket, { token, password }: Admin, id: number): Promise<SocketAnswer> =>
    socket.ask('PATCH', `/api/admin/users/${id}`, { token, body: { ...body, current_password: password } });

/** Ways to remove an admin. */
const ways = {
  delete: (socket, { token, password }, id) =>
    socket.ask('DELETE', `/api/admin/users/${id}`, { token, body: { current_password: password } }),
  disable: change({ disabled: true }),
  demote: change({ role: 'write' }),
  'demote, with a new password that is hashed first,': change({ role: 'read', password: 'another-password' }),
} satisfies Record<string, (socket: OpenSocket, by: Admin, id: number) => Promise<SocketAnswer>>;

const rounds = 4;

describe('the last admin', function () {
  let house: AccountsHouse;
  let sockets: [OpenSocket, OpenSocket];
  let left: Admin;
  let added = 0;

  before(async () => {
    house = await new AccountsHouse().start();
    sockets = (await house.sockets(2)) as [OpenSocket, OpenSocket];
    const { user, access_token: token } = await house.signIn('admin');
    left = { id: user.id, token, password: 'admin-password' };
  });
  after(() => house.close());

  const addAdmin = async (): Promise<Admin> => {
    added += 1;
    const { id } = await house.add(left.token, `admin-${added}`, 'admin');
    const password = `admin-${added}-password`;
    return { id, token: (await house.signIn(`admin-${added}`)).access_token, password };
  };

  /** The remaining admins, as seen by those of `admins` who still have access. */
  const seenBy = async (admins: readonly Admin[]): Promise<{ able: Admin[]; listed: number[] }> => {
    const looks = await Promise.all(
      admins.map(async (admin) => ({ admin, answer: await house.ask('GET', '/api/admin/users', admin) })),
    );
    const able = looks.filter(({ answer }) => answer.status === 200);
    const users = able[0]?.answer.json<Accounts>().users ?? [];
    const listed = users.filter(({ role, disabled }) => role === 'admin' && !disabled).map(({ id }) => id);
    return { able: able.map(({ admin }) => admin), listed };
  };

  for (const [what, take] of Object.entries(ways)) {
    it(`remains when the only two ${what} each other at the same moment`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const two = [left, await addAdmin()] as const;
        const answers = await Promise.all([take(sockets[0], two[0], two[1].id), take(sockets[1], two[1], two[0].id)]);
        const statuses = answers.map(({ status }) => status).sort();
        // The later request fails for one of several reasons: its account is gone or not an admin any more, or the other is
        // the last.
        expect(statuses[0]).to.equal(200);
        expect(statuses[1]).to.be.oneOf([401, 403, 409]);
        const { able, listed } = await seenBy(two);
        expect(able).to.have.length(1);
        expect(listed).to.deep.equal([able[0]!.id]);
        left = able[0]!;
      }
    });

    it(`remains when the only two ${what} themselves at the same moment: one request gets 409`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const two = [left, await addAdmin()] as const;
        const answers = await Promise.all(two.map((admin, i) => take(sockets[i]!, admin, admin.id)));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
        const loser = two[answers.findIndex(({ status }) => status === 409)]!;
        const { detail } = answers.find(({ status }) => status === 409)!.json<{ detail: string }>();
        expect(detail).to.equal('This is the last admin: make somebody else admin first.');
        const { able, listed } = await seenBy(two);
        expect(able).to.deep.equal([loser]);
        expect(listed).to.deep.equal([loser.id]);
        left = loser;
      }
    });
  }

  it('exists at any moment, even while the command line adds admins and sets their passwords', async () => {
    const { DATA_DIR } = house.environment;
    const cli = (args: readonly string[]) =>
      runCli(args, { DATA_DIR: DATA_DIR ?? '' }, { input: 'from the console\n' });
    const done = new AbortController();
    const commands = (async () => {
      const outcomes = [];
      for (const name of ['console-1', 'console-2']) {
        outcomes.push(await cli(['user', 'add', name, '--role', 'admin']), await cli(['--reset-password', name]));
      }
      return outcomes;
    })().finally(() => {
      done.abort();
    });

    while (!done.signal.aborted) {
      const two = [left, await addAdmin()] as const;
      const answers = await Promise.all([
        ways.demote(sockets[0], two[0], two[1].id),
        ways.disable(sockets[1], two[1], two[0].id),
      ]);
      for (const { status } of answers) expect(status).to.be.oneOf([200, 401, 403, 409]);
      const { able, listed } = await seenBy(two);
      expect(able, 'of the two, with a third admin or without').to.have.length.at.least(1);
      expect(listed).to.include(able[0]!.id);
      left = able[0]!;
    }
    for (const { code, stderr } of await commands) expect(code, stderr).to.equal(0);
    expect((await house.signIn('console-2', 'from the console')).user.role).to.equal('admin');
  });
});
