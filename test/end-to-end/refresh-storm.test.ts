import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../core/db/open.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { AccountsHouse, type SocketAnswer, type OpenSocket } from '../support/account-client.ts';
import { until } from '../support/until.ts';

const path = '/api/auth/refresh';
/** The key that a browser stores and sends with each renewal. */
const renewalKey = 'k'.repeat(32);

describe('a session with many renewals at once', function () {
  let house: AccountsHouse;
  let admin: TokenPair;

  before(async () => {
    house = await new AccountsHouse().start();
    admin = await house.signIn('admin');
    await house.add(admin.access_token, 'anna', 'write');
  });
  after(() => house.close());

  /** The session of these pairs, the oldest first, has ended: none of their tokens is valid. */
  const expectOver = async (...pairs: TokenPair[]): Promise<void> => {
    for (const { access_token: token } of pairs) {
      expect(await house.knows(token), 'an access token counts').to.equal(false);
    }
    for (const { refresh_token } of pairs.toReversed()) {
      const answer = await house.ask('POST', path, { body: { refresh_token } });
      expect(answer.status, 'a refresh token counts').to.equal(401);
    }
  };

  it('is renewed by one of fifty requests with the same token, and continues: they may be tabs of one browser', async () => {
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
        expect(headers).to.include({ 'www-authenticate': 'Bearer', 'retry-after': '1' });
        expect(headers['set-cookie'], 'a refusal leaves the cookie alone').to.equal(undefined);
      }
      const pair = winner!.json<TokenPair>();
      for (const { access_token: token } of [first, pair]) expect(await house.knows(token)).to.equal(true);
      expect((await house.ask('POST', path, { cookie: pair.refresh_token })).status).to.equal(200);
    }
  });

  it('ends when the token is used again after half a minute, since it may have been copied', async () => {
    const elsewhere = await house.signIn('anna');
    const first = await house.signIn('anna');
    const second = (await house.ask('POST', path, { cookie: first.refresh_token })).json<TokenPair>();
    renewedEarlier(house.index, 31);
    expect((await house.ask('POST', path, { cookie: first.refresh_token })).status).to.equal(401);
    await expectOver(first, second);
    expect(await house.knows(elsewhere.access_token), 'a session of another sign-in').to.equal(true);
  });

  it('is renewed once for fifty tabs of one browser, all of which get the same pair', async () => {
    const sockets = await house.sockets(50);
    const first = await house.signIn('anna');
    const asking = { cookie: first.refresh_token, body: { renewal_key: renewalKey } };
    const answers = await Promise.all(sockets.map((socket) => socket.ask('POST', path, asking)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const pairs = answers.map((answer) => answer.json<TokenPair>());
    expect(new Set(pairs.map((pair) => `${pair.access_token} ${pair.refresh_token}`)).size).to.equal(1);
    expect(await house.knows(pairs[0]!.access_token)).to.equal(true);
    renewedEarlier(house.index, 31);
    const late = await house.ask('POST', path, asking);
    expect(late.status, 'the first token, half a minute later').to.equal(401);
    await expectOver(first, pairs[0]!);
  });

  it('survives a connection that breaks between the renewal and the response, however often', async () => {
    let last = await house.signIn('anna');
    for (let round = 0; round < 5; round += 1) {
      const body = { refresh_token: last.refresh_token, renewal_key: renewalKey };
      await renewAndHangUp(house, body);
      if (round % 2) renewedEarlier(house.index, 31);
      const answer = await house.ask('POST', path, { body });
      expect(answer.status).to.equal(200);
      last = answer.json();
      expect(await house.knows(last.access_token)).to.equal(true);
      // Old enough that the server does not return the same pair again.
      renewedEarlier(house.index, 31);
    }
  });

  it('continues when many sessions are renewed at the same moment', async () => {
    const sockets = await house.sockets(8);
    const pairs = await Promise.all(sockets.map(() => house.signIn('anna')));
    const answers = await Promise.all(
      sockets.map((socket, i) => socket.ask('POST', path, { cookie: pairs[i]!.refresh_token })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(sockets.map(() => 200));
    const tokens = answers.map((answer) => answer.json<TokenPair>());
    expect(new Set(tokens.map(({ refresh_token: token }) => token)).size).to.equal(8);
  });

  it('is renewed by the token of the cookie if the body has another', async () => {
    const [one, other] = [await house.signIn('anna'), await house.signIn('anna')];
    const asking = { cookie: one.refresh_token, body: { refresh_token: other.refresh_token } };
    expect((await house.ask('POST', path, asking)).status).to.equal(200);
    const untouched = await house.ask('POST', path, { body: { refresh_token: other.refresh_token } });
    expect(untouched.status).to.equal(200);
  });

  it('ends with a sign-out, whether that or the renewal comes first', async () => {
    const sockets = await house.sockets(2);
    const [one, two] = sockets as [OpenSocket, OpenSocket];
    for (let round = 0; round < 10; round += 1) {
      const pair = await house.signIn('anna');
      const logout = (socket: OpenSocket) =>
        socket.ask('POST', '/api/auth/logout', { token: pair.access_token, cookie: pair.refresh_token });
      const refresh = (socket: OpenSocket) => socket.ask('POST', path, { cookie: pair.refresh_token });
      const asked: Promise<SocketAnswer>[] = round % 2 ? [logout(one), refresh(two)] : [refresh(one), logout(two)];
      const answers = await Promise.all(asked);
      const [renewed, out] = round % 2 ? answers.toReversed() : answers;
      expect(out!.status).to.equal(200);
      await expectOver(pair, ...(renewed!.status === 200 ? [renewed!.json<TokenPair>()] : []));
    }
  });

  it('ends at once, even if renewed, when the user is disabled, and stays ended when they are enabled again', async () => {
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

describe('a session whose server is killed during a renewal', function () {
  it('has one valid refresh token at any moment, and continues with it', async () => {
    const house = await new AccountsHouse().start();
    try {
      let last = await house.signIn('admin');
      const asking = () => ({ refresh_token: last.refresh_token, renewal_key: renewalKey });
      for (const milliseconds of [5, 30, 80, 150]) {
        const [socket] = (await house.sockets(1)) as [OpenSocket];
        const chain = (async (): Promise<void> => {
          for (;;) {
            const answer = await socket.ask('POST', path, { body: asking() });
            expect(answer.status, 'a renewal beside nothing else').to.equal(200);
            last = answer.json();
            // Each renewal must rotate the tokens: a new pair would be returned again.
            renewedEarlier(house.index, 31);
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
        // Whether or not the renewal was stored and its response lost with the server.
        const answer = await house.ask('POST', path, { body: asking() });
        expect(answer.status, 'a renewal after the server is back').to.equal(200);
        last = answer.json();
        expect(await house.knows(last.access_token)).to.equal(true);
        renewedEarlier(house.index, 31);
      }
    } finally {
      await house.close();
    }
  });
});

/** Makes time pass for all sessions by changing the index, since the server’s clock cannot be set. */
function renewedEarlier(index: string, seconds: number): void {
  const db = openDatabase(index);
  try {
    db.prepare('UPDATE tokens SET created_at = created_at - :by, revoked_at = revoked_at - :by').run({ by: seconds });
  } finally {
    db.close();
  }
}

/** Requests a renewal, and resets the connection once the server has stored it, before reading the response. */
async function renewAndHangUp({ server, index }: AccountsHouse, body: object): Promise<void> {
  const before = refreshTokens(index);
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  await once(socket, 'connect');
  const text = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', `Content-Length: ${text.length}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  await until(() => refreshTokens(index) > before);
  socket.resetAndDestroy();
}

function refreshTokens(index: string): number {
  const db = openDatabase(index, { readonly: true });
  try {
    return db.prepare<[], number>("SELECT count(*) FROM tokens WHERE kind = 'refresh'").pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

/** The hashes of the refresh tokens that are not revoked. Each token was issued with an access token. */
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
