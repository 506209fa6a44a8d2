import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { AccountsHouse, type Asked, type OpenSocket } from '../support/account-client.ts';

const path = '/api/auth/refresh';

describe('a session that is renewed from many sides at once', function () {
  this.timeout(120_000);
  let house: AccountsHouse;
  let admin: TokenPair;

  before(async () => {
    house = await new AccountsHouse().start();
    admin = await house.signIn('admin');
    await house.add(admin.access_token, 'anna', 'write');
  });
  after(() => house.close());

  /**
   * The session of these pairs, the oldest first, is over: nothing of them opens anything. The newest is tried first,
   * since trying a spent refresh token ends the session by itself.
   */
  const expectOver = async (...pairs: TokenPair[]): Promise<void> => {
    for (const { access_token: token } of pairs) {
      expect(await house.knows(token), 'an access token counts').to.equal(false);
    }
    for (const { refresh_token } of pairs.toReversed()) {
      const answer = await house.ask('POST', path, { body: { refresh_token } });
      expect(answer.status, 'a refresh token counts').to.equal(401);
    }
  };

  it('has one winner of fifty who send the same token, and then ends, since nobody can tell who copied it', async () => {
    const elsewhere = await house.signIn('anna');
    const sockets = await house.sockets(50);
    for (let round = 0; round < 5; round += 1) {
      const first = await house.signIn('anna');
      const answers = await Promise.all(
        sockets.map((socket, i) =>
          socket.ask(
            'POST',
            path,
            i % 2 ? { cookie: first.refresh_token } : { body: { refresh_token: first.refresh_token } },
          ),
        ),
      );
      const [winner, ...others] = answers.filter(({ status }) => status === 200);
      expect(others, 'more winners').to.have.length(0);
      const refused = answers.filter(({ status }) => status === 401);
      expect(refused).to.have.length(49);
      for (const { headers } of refused) {
        expect(headers['www-authenticate']).to.equal('Bearer');
        expect(headers['set-cookie'], 'a refusal leaves the cookie alone').to.equal(undefined);
      }
      await expectOver(first, winner!.json());
    }
    expect(await house.knows(elsewhere.access_token), 'a session of another sign-in').to.equal(true);
  });

  it('goes on for each of many sessions that are renewed at the same moment', async () => {
    const sockets = await house.sockets(8);
    const pairs = await Promise.all(sockets.map(() => house.signIn('anna')));
    const answers = await Promise.all(
      sockets.map((socket, i) => socket.ask('POST', path, { cookie: pairs[i]!.refresh_token })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(sockets.map(() => 200));
    const tokens = answers.map((answer) => answer.json<TokenPair>());
    expect(new Set(tokens.map(({ refresh_token: token }) => token)).size).to.equal(8);
  });

  it('takes the token of the cookie when the body has another', async () => {
    const [one, other] = [await house.signIn('anna'), await house.signIn('anna')];
    const asking = { cookie: one.refresh_token, body: { refresh_token: other.refresh_token } };
    expect((await house.ask('POST', path, asking)).status).to.equal(200);
    const untouched = await house.ask('POST', path, { body: { refresh_token: other.refresh_token } });
    expect(untouched.status).to.equal(200);
  });

  it('is over after signing out, whichever of sign-out and renewal came first', async () => {
    const sockets = await house.sockets(2);
    const [one, two] = sockets as [OpenSocket, OpenSocket];
    for (let round = 0; round < 10; round += 1) {
      const pair = await house.signIn('anna');
      const logout = (socket: OpenSocket) =>
        socket.ask('POST', '/api/auth/logout', { token: pair.access_token, cookie: pair.refresh_token });
      const refresh = (socket: OpenSocket) => socket.ask('POST', path, { cookie: pair.refresh_token });
      const asked: Promise<Asked>[] = round % 2 ? [logout(one), refresh(two)] : [refresh(one), logout(two)];
      const answers = await Promise.all(asked);
      const [renewed, out] = round % 2 ? answers.toReversed() : answers;
      // A sign-out that comes after a renewal that failed for reuse finds its own token revoked.
      expect(out!.status).to.be.oneOf([200, 401]);
      await expectOver(pair, ...(renewed!.status === 200 ? [renewed!.json<TokenPair>()] : []));
    }
  });

  it('is over at once, renewal and all, for a user who is disabled, and stays so when they are enabled', async () => {
    const berta = await house.add(admin.access_token, 'berta', 'read');
    const sockets = await house.sockets(6);
    const pairs = await Promise.all(sockets.map(() => house.signIn('berta')));
    const set = (disabled: boolean) =>
      house.ask('PATCH', `/api/admin/users/${berta.id}`, { token: admin.access_token, body: { disabled } });
    const [disabled, ...answers] = await Promise.all([
      set(true),
      ...sockets.map((socket, i) => socket.ask('POST', path, { cookie: pairs[i]!.refresh_token })),
    ]);
    expect(disabled.status).to.equal(200);
    const renewed = answers.filter(({ status }) => status === 200).map((answer) => answer.json<TokenPair>());
    await expectOver(...pairs, ...renewed);
    await set(false);
    await expectOver(...pairs, ...renewed);
    expect((await house.signIn('berta')).user.username).to.equal('berta');
  });
});

describe('a session whose server is killed while it is renewed', function () {
  this.timeout(120_000);

  it('has one refresh token that counts, at any moment, and goes on with it', async () => {
    const house = await new AccountsHouse().start();
    try {
      let last = await house.signIn('admin');
      for (const milliseconds of [5, 30, 80, 150]) {
        const [socket] = (await house.sockets(1)) as [OpenSocket];
        const chain = (async (): Promise<void> => {
          for (;;) {
            const answer = await socket.ask('POST', path, { body: { refresh_token: last.refresh_token } });
            expect(answer.status, 'a renewal beside nothing else').to.equal(200);
            last = answer.json();
          }
        })();
        const lost = chain.catch((error: unknown) => error);
        await sleep(milliseconds);
        await house.server.kill();
        expect(await lost, 'what ended the chain')
          .to.have.property('code')
          .that.matches(/UND_ERR|ECONN/);
        await house.kill();

        const valid = refreshTokensThatCount(house.index);
        expect(valid, 'refresh tokens that count').to.have.length(1);
        await house.start();
        const answer = await house.ask('POST', path, { body: { refresh_token: last.refresh_token } });
        if (answer.status === 200) last = answer.json();
        else {
          // The renewal was stored and its answer lost with the server: by the rule of reuse the session is over.
          expect(answer.status).to.equal(401);
          expect(refreshTokensThatCount(house.index)).to.have.length(0);
          last = await house.signIn('admin');
        }
      }
    } finally {
      await house.close();
    }
  });
});

/** Hashes of the refresh tokens that are not revoked; each has come with an access token. */
function refreshTokensThatCount(index: string): string[] {
  const db = openDatabase(index, { readonly: true });
  try {
    const count = (kind: string) => db.prepare('SELECT count(*) FROM tokens WHERE kind = ?').pluck().get(kind);
    expect(count('access'), 'half a pair was stored').to.equal(count('refresh'));
    return db
      .prepare<[], string>("SELECT hex(hash) FROM tokens WHERE kind = 'refresh' AND revoked_at IS NULL")
      .pluck()
      .all();
  } finally {
    db.close();
  }
}
