import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { AccountRow, PhotoList, SetupState, TokenPair } from '../../core/http/wire.ts';
import { startServer, type RunningServer } from '../../core/main.ts';
import { entryTtl } from '../../core/services/sign-in/entry-codes.ts';
import { readConfig } from '../../core/settings/env.ts';
import { writePhotos } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const account = { username: 'Anna', password: 'a-password-of-theirs', display_name: 'Änna' };

interface Answered<T> {
  readonly status: number;
  readonly kind: string | null;
  readonly cookies: string[];
  readonly json: T;
}

/** A server without accounts, which waits for the first one, and requests to it. */
class NewLibrary {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  now = 1_700_000_000;
  #server: RunningServer | undefined;

  async start(environment: Record<string, string> = {}, asksForFirstAccount?: boolean): Promise<void> {
    const photos = join(this.folder, 'photos');
    await writePhotos(photos, 1, 320, 240);
    const config = readConfig({
      DATA_DIR: join(this.folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      WORKERS: '1',
      TZ: 'UTC',
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: photos,
      VALIDATE_ANSWERS: '1',
      WEAK_PASSWORD_HASHES_FOR_TESTS: '1',
      ...environment,
    });
    this.#server = await startServer(
      config,
      (container) => {
        container.register(inject.clock, { useValue: () => this.now });
      },
      asksForFirstAccount === undefined ? {} : { asksForFirstAccount },
    );
  }

  get server(): RunningServer {
    if (!this.#server) throw new Error('not started');
    return this.#server;
  }

  issue(): string {
    return this.server.container.resolve(inject.entryCodes).issue();
  }

  async ask<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered<T>> {
    const answer = await fetch(this.server.url + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      kind: answer.headers.get('x-error-kind'),
      cookies: answer.headers.getSetCookie(),
      json: (await answer.json()) as T,
    };
  }

  async wanted(): Promise<boolean> {
    return (await this.ask<SetupState>('GET', '/api/setup')).json.wanted;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe('the first account of a library', () => {
  let library: NewLibrary;
  beforeEach(() => {
    library = new NewLibrary();
  });
  afterEach(() => library.stop());

  it('is created by the user with the code, who is signed in immediately and may do everything', async () => {
    await library.start({}, true);
    const code = library.issue();
    expect(await library.wanted()).to.be.true;
    const { status, json, cookies } = await library.ask<TokenPair>('POST', '/api/setup', { code, ...account });
    expect([status, json.user]).to.deep.equal([200, { id: 1, username: 'anna', display_name: 'Änna', role: 'admin' }]);
    expect(cookies.join()).to.match(/pf_refresh=[0-9a-f]{64};.*HttpOnly/);
    const bearer = { authorization: `Bearer ${json.access_token}` };
    const { json: all } = await library.ask<{ users: AccountRow[] }>('GET', '/api/admin/users', undefined, bearer);
    expect(all.users.map(({ username }) => username)).to.deep.equal(['anna']);
    expect(await library.wanted()).to.be.false;
  });

  it('is created once, which uses up the code', async () => {
    await library.start({}, true);
    const code = library.issue();
    const both = await Promise.all(
      ['anna', 'ben'].map((username) => library.ask('POST', '/api/setup', { code, ...account, username })),
    );
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect(both.find(({ status }) => status === 409)?.kind).to.equal('setup_over');
    expect((await library.ask('POST', '/api/auth/link', { code })).kind).to.equal('link_spent');
  });

  it('needs the code, and guessing it is limited as for passwords', async () => {
    await library.start({}, true);
    library.issue();
    for (let guess = 0; guess < 10; guess += 1) {
      const { status, kind } = await library.ask('POST', '/api/setup', { code: `guess ${guess}`, ...account });
      expect([status, kind]).to.deep.equal([401, 'link_spent']);
    }
    expect((await library.ask('POST', '/api/setup', { code: 'another', ...account })).status).to.equal(429);
    expect(await library.wanted()).to.be.true;
  });

  it('leaves the code valid if the name, password or time zone is rejected, even after the usual time limit', async () => {
    await library.start({}, true);
    const code = library.issue();
    const kindOf = async (change: object) =>
      (await library.ask('POST', '/api/setup', { code, ...account, ...change })).kind;
    expect(await kindOf({ username: 'a b' })).to.equal('bad_username');
    expect(await kindOf({ password: 'short' })).to.equal('password_too_short');
    expect(await kindOf({ password: 'password1' })).to.equal('common_password');
    expect(await kindOf({ time_zone: 'Mars/Olympus' })).to.equal('bad_time_zone');
    library.now += entryTtl * 10;
    expect(await kindOf({})).to.equal(null);
  });

  it('cannot be created by a page of another origin', async () => {
    await library.start({}, true);
    const body = { code: library.issue(), ...account };
    const { status } = await library.ask('POST', '/api/setup', body, { 'sec-fetch-site': 'cross-site' });
    expect(status).to.equal(403);
    expect(await library.wanted()).to.be.true;
  });

  it('cannot be created this way if a password was generated at the start', async () => {
    await library.start();
    expect(library.server.firstAdmin?.username).to.equal('admin');
    expect(await library.wanted()).to.be.false;
    expect((await library.ask('POST', '/api/setup', { code: library.issue(), ...account })).kind).to.equal(
      'setup_over',
    );
  });

  it('can be created with SETUP_CODE, which cannot be used to sign in', async () => {
    const code = 'a code of somebody';
    await library.start({ SETUP_CODE: code });
    expect(library.server.firstAdmin).to.equal(undefined);
    expect((await library.ask('POST', '/api/auth/link', { code })).status).to.equal(401);
    expect((await library.ask('POST', '/api/setup', { code, ...account })).status).to.equal(200);
    expect((await library.ask('POST', '/api/auth/link', { code })).status).to.equal(401);
  });

  it('is not created without its time zone, which could not be chosen later', async () => {
    await library.start({}, true);
    const code = library.issue();
    const db = library.server.container.resolve(inject.db);
    const make = () => library.ask('POST', '/api/setup', { code, ...account, time_zone: 'Asia/Tokyo' });
    db.exec(
      `CREATE TRIGGER no_room BEFORE INSERT ON sync_state WHEN new.key = 'time_zone'
       BEGIN SELECT raise(ABORT, 'disk is full'); END`,
    );
    expect([(await make()).status, await library.wanted()]).to.deep.equal([500, true]);
    db.exec('DROP TRIGGER no_room');
    expect((await make()).status).to.equal(200);
  });

  it('sets the time zone for photos without a known one', async () => {
    await library.start({}, true);
    const code = library.issue();
    const { json } = await library.ask<TokenPair>('POST', '/api/setup', { code, ...account, time_zone: 'Asia/Tokyo' });
    const bearer = { authorization: `Bearer ${json.access_token}` };
    await until(async () => {
      const list = await library.ask<PhotoList>('GET', '/api/photos', undefined, bearer);
      const [photo] = list.json.photos;
      return photo !== undefined && Date.parse(`${photo.taken_at_local}Z`) / 1000 - photo.taken_at === 9 * 3600;
    });
  });
});

describe('the link that is printed in the terminal', () => {
  let library: NewLibrary;
  before(async () => {
    library = new NewLibrary();
    await library.start({ ADMIN_USERNAME: 'anna', ADMIN_PASSWORD: 'a-password-of-theirs' });
  });
  after(() => library.stop());

  it('signs the owner in once', async () => {
    const code = library.issue();
    const first = await library.ask<TokenPair>('POST', '/api/auth/link', { code });
    expect([first.status, first.json.user.username]).to.deep.equal([200, 'anna']);
    const again = await library.ask('POST', '/api/auth/link', { code });
    expect([again.status, again.kind]).to.deep.equal([401, 'link_spent']);
  });

  it('is valid for 15 minutes', async () => {
    const code = library.issue();
    library.now += entryTtl;
    expect((await library.ask('POST', '/api/auth/link', { code })).status).to.equal(401);
  });

  it('cannot be used by a page of another origin', async () => {
    const body = { code: library.issue() };
    const asked = (site: string) => library.ask('POST', '/api/auth/link', body, { 'sec-fetch-site': site });
    expect((await asked('cross-site')).status).to.equal(403);
    expect((await asked('same-origin')).status).to.equal(200);
  });
});
