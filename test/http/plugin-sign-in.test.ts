import { expect } from 'chai';
import Joi from 'joi';
import { inject } from '../../core/compose/inject.ts';
import type { AuditEntries, AuthLimits, OwnLinks } from '../../core/http/wire.ts';
import {
  type PluginCall,
  type PluginHost,
  PluginHttpError,
  PluginReply,
  type PluginRoute,
  type SignIn,
  type SignInHost,
  type SignInSubject,
} from '../../core/plugin-api/index.ts';
import { CallingBrowser } from '../../core/services/sign-in/calling-browser.ts';
import { signInHost } from '../../core/services/sign-in/sign-in-host.ts';
import { SignInLinks } from '../../core/store/accounts/sign-in-links.ts';
import { Users } from '../../core/store/accounts/users.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CookieJar } from '../support/cookie-jar.ts';
import { movedClock } from '../support/moved-clock.ts';
import { MemorySource } from '../support/memory-source.ts';
import { MemorySecondFactor } from '../core/plugins/memory-plugins.ts';

describe('signing in with a service through a plugin', () => {
  let app: TestApp;
  let host: SignInHost;
  let factor: MemorySecondFactor;
  const signIn: { -readonly [K in keyof SignIn]: SignIn[K] } = {
    button: { label: { en: 'Example', de: 'Beispiel' }, start: '/plugins/handed-over/start' },
  };

  before(async () => {
    factor = new MemorySecondFactor();
    const provided = { 'photo-source': new MemorySource(), 'sign-in': signIn, 'second-factor': factor };
    const routes = ({ signIn: given }: PluginHost): PluginRoute[] => {
      host = given;
      return [start, begun, callback];
    };
    app = await startTestApp({ handedOver: { provided, routes }, environment: { AUTH_COOKIE_SECURE: '0' } });
  });
  after(() => app.stop());

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- a test says what it expects
  const json = <T>(answer: { payload: string }): T => JSON.parse(answer.payload) as T;
  const idOf = (username: string) => app.container.resolve(Users).byName(username)!.id;
  const start: PluginRoute = {
    ...{ method: 'GET', path: '/plugins/handed-over/start', access: 'none', summary: 'Leads to the service.' },
    ...{ answer: { media: ['text/html'] }, handler: () => Promise.resolve(PluginReply.redirect('/')) },
  };
  /** Begins a sign-in and returns the ticket, which a plugin would keep in a cookie. */
  const begun: PluginRoute = {
    ...{ method: 'POST', path: '/plugins/handed-over/begun', access: 'none', summary: 'Begins.' },
    payload: Joi.object().unknown(),
    answer: Joi.object({ ticket: Joi.string() }),
    handler: (call) => Promise.resolve({ ticket: host.begin(call, call.payload) }),
  };
  /** Where the service redirects to. The test says who has signed in there. */
  const callback: PluginRoute = {
    method: 'POST',
    path: '/plugins/handed-over/callback',
    access: 'none',
    summary: 'Where the service leads back to',
    payload: Joi.object().unknown(),
    answer: { media: ['text/plain'] },
    handler: (call) => {
      seen.push({ ...call });
      const { ticket, ...subject } = call.payload as SignInSubject & { ticket: string };
      const resumed = host.resume(call, ticket);
      if (!resumed) throw new PluginHttpError(400, 'It began elsewhere.');
      resumedData.push(resumed.data);
      return host.enter(call, subject);
    },
  };
  /** The calls that the plugin received. */
  const seen: object[] = [];
  /** The data that its sign-ins began with. */
  const resumedData: unknown[] = [];
  /** The cookies of the test's browser, and of another one. */
  const browser = new CookieJar();
  const another = new CookieJar();
  const request = async (jar: CookieJar, url: string, payload: object, as?: 'read' | 'write') => {
    const headers = jar.header === '' ? {} : { cookie: jar.header };
    const answer = await app.call('POST', url, { payload, headers, ...(as && { as }) });
    jar.keep(answer);
    return answer;
  };
  const ticketIn = async (jar = browser, data: object = {}) =>
    json<{ ticket: string }>(await request(jar, '/plugins/handed-over/begun', data)).ticket;
  const comeWith = (ticket: string, subject: SignInSubject, jar = browser) =>
    request(jar, '/plugins/handed-over/callback', { ticket, ...subject });
  const come = async (subject: SignInSubject, jar = browser) =>
    String((await comeWith(await ticketIn(jar), subject, jar)).headers['location']);
  const useCode = (place: string, jar = browser) =>
    request(jar, '/api/auth/link', { code: /^\/#link=([\w-]+)$/.exec(place)?.[1] });
  const begin = (as: 'read' | 'write', password = `${as}-password`, plugin = 'handed-over') =>
    request(browser, '/api/auth/links', { plugin, current_password: password }, as);
  const ticketOf = async (as: 'read' | 'write') =>
    /\?link=([\w-]+)$/.exec(json<{ start: string }>(await begin(as)).start)![1]!;
  const linksOf = async (as: 'read' | 'write') =>
    json<OwnLinks>(await app.call('GET', '/api/auth/links', { as })).links;

  it('is offered on the sign-in page, with a label in each language', async () => {
    const { sign_ins } = json<AuthLimits>(await app.call('GET', '/api/auth/limits'));
    expect(sign_ins).to.deep.equal([
      {
        plugin: 'handed-over',
        label: { en: 'Example', de: 'Beispiel', fr: 'Example' },
        start: '/plugins/handed-over/start',
      },
    ]);
  });

  it('is refused for an account of the service that is not linked', async () => {
    const answer = await useCode(await come({ subject: 'stranger', name: 'stranger@example.org' }));
    expect(answer.statusCode).to.equal(401);
    expect(answer.headers['x-error-kind']).to.equal('not_linked');
  });

  it('works for users who linked their account of the service while they were signed in', async () => {
    expect(await come({ subject: 'anna', name: 'anna@example.org', link: await ticketOf('read') })).to.equal(
      '/#/settings',
    );
    expect(await linksOf('read')).to.have.length(1);
    const answer = await useCode(await come({ subject: 'anna', name: 'anna@example.org' }));
    expect(answer.statusCode, answer.payload).to.equal(200);
    expect(json<{ user: { username: string } }>(answer).user.username).to.equal('read');
    expect(String(answer.headers['set-cookie'])).to.contain('pf_refresh=');
    expect((await linksOf('read'))[0]?.last_used_at).to.be.a('number');
    const { entries } = json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' }));
    expect(entries.find(({ action }) => action === 'sign_in.linked')).to.include({
      actor: 'read',
      detail: 'handed-over: anna@example.org',
    });
    expect(
      entries.find(({ action, detail }) => action === 'login.succeeded' && detail === 'by handed-over')?.actor,
    ).to.equal('read');
  });

  it('links nothing without the password, in another browser, or twice with one ticket', async () => {
    expect((await begin('write', 'a guess')).statusCode).to.equal(403);
    expect((await begin('write', undefined, 'no-such-plugin')).statusCode).to.equal(404);
    for (const jar of [another, new CookieJar()]) {
      const link = await ticketOf('write');
      expect(await come({ subject: 'mallory', name: 'm', link }, jar)).to.match(/^\/#link=/);
    }
    const once = await ticketOf('write');
    await come({ subject: 'berta', name: 'b', link: once });
    expect((await useCode(await come({ subject: 'mallory', name: 'm', link: once }))).statusCode).to.equal(401);
    expect((await linksOf('write')).map(({ name }) => name)).to.deep.equal(['b']);
  });

  it('links an account of the service to only one account here', async () => {
    const answer = await useCode(await come({ subject: 'anna', name: 'a', link: await ticketOf('write') }));
    expect(answer.headers['x-error-kind']).to.equal('linked_elsewhere');
  });

  it('continues only once and in the browser where it began, with the plugin’s data', async () => {
    const anna = { subject: 'anna', name: 'a' };
    const ticket = await ticketIn(browser, { state: 'what the plugin needs' });
    for (const jar of [another, new CookieJar()]) {
      await ticketIn(jar);
      expect((await comeWith(ticket, anna, jar)).statusCode, 'in another browser').to.equal(400);
    }
    expect((await comeWith(ticket, anna, new CookieJar())).statusCode, 'in a browser without a key').to.equal(400);
    expect((await comeWith('no-such-ticket', anna)).statusCode).to.equal(400);
    expect((await comeWith(`${ticket.slice(0, -4)}AAAA`, anna)).statusCode, 'changed').to.equal(400);
    expect((await comeWith(ticket, anna)).statusCode).to.equal(303);
    expect(resumedData.at(-1)).to.deep.equal({ state: 'what the plugin needs' });
    expect((await comeWith(ticket, anna)).statusCode, 'again').to.equal(400);
    const late = await ticketIn();
    const clock = movedClock();
    clock.forward(901);
    expect((await comeWith(late, anna)).statusCode, 'after a quarter of an hour').to.equal(400);
    clock.restore();
  });

  it('can be completed only by the plugin that began it, after resuming it', async () => {
    const call = {} as PluginCall;
    expect(() => host.begin(call)).to.throw('the call itself');
    const other = app.container.resolve(inject.signInEntry);
    const key = new CallingBrowser(browser.header.split('=')[1]);
    const ofOther = other.begin('another', {}, key);
    expect((await comeWith(ofOther, { subject: 'anna', name: 'a' })).statusCode).to.equal(400);
    const entered = await other.complete('handed-over', { subject: 'anna', name: 'a' }, key).catch(String);
    expect(entered).to.contain('host.signIn.resume');
    expect(() => other.begin('another', 'x'.repeat(3000), key), 'no cookie could keep this').to.throw('2700 bytes');
  });

  it('gives a code that works once, and only in the browser that came back', async () => {
    for (const jar of [another, new CookieJar()]) {
      const stolen = await come({ subject: 'anna', name: 'a' });
      expect((await useCode(stolen, jar)).statusCode).to.equal(401);
      expect((await useCode(stolen)).statusCode, 'after that').to.equal(401);
    }
    const place = await come({ subject: 'anna', name: 'a' });
    expect((await useCode(place)).statusCode).to.equal(200);
    expect((await useCode(place)).statusCode, 'again').to.equal(401);
  });

  it('marks the browser with a cookie that no page and no plugin can read', async () => {
    const jar = new CookieJar();
    const answer = await request(jar, '/plugins/handed-over/begun', {});
    expect(String(answer.headers['set-cookie'])).to.match(
      /^pf_entry=[\w-]{43}; Max-Age=900; .*HttpOnly; SameSite=Lax; Path=\/$/,
    );
    const kept = jar.header;
    await come({ subject: 'anna', name: 'a' }, jar);
    expect(jar.header, 'the same for all that it begins').to.equal(kept);
    expect(JSON.stringify(seen)).not.to.contain(kept.split('=')[1]);
  });

  it('asks for the code of a second factor, unless the plugin says that the service did', async () => {
    factor.codes.set(idOf('read'), new Set(['123456']));
    const place = await come({ subject: 'anna', name: 'a' });
    expect(json(await useCode(place))).to.include({ two_factor_required: true });
    signIn.provesSecondFactor = true;
    expect(json(await useCode(await come({ subject: 'anna', name: 'a' })))).to.have.property('access_token');
    delete signIn.provesSecondFactor;
    factor.codes.clear();
  });

  it('creates accounts for newcomers, with a free user name and never as admins', async () => {
    const create = { username: 'Read', displayName: 'A Reader', role: 'read' } as const;
    const answer = await useCode(await come({ subject: 'new', name: 'new@example.org', create }));
    expect(json<{ user: object }>(answer).user).to.include({ username: 'read-2', display_name: 'A Reader' });
    const again = await useCode(await come({ subject: 'new', name: 'new@example.org', create }));
    expect(json<{ user: object }>(again).user).to.include({ username: 'read-2' });
    const admin = await useCode(
      await come({ subject: 'boss', name: 'b', create: { username: 'boss', role: 'admin' as 'read' } }),
    );
    expect(json<{ user: object }>(admin).user).to.include({ role: 'read' });
  });

  it('creates no account if its link cannot be stored', async () => {
    const newcomer = { subject: 'late', name: 'late', create: { username: 'late', role: 'read' } } as const;
    const db = app.container.resolve(inject.db);
    db.exec("CREATE TRIGGER no_room BEFORE INSERT ON sign_in_links BEGIN SELECT raise(ABORT, 'disk is full'); END");
    expect((await comeWith(await ticketIn(), newcomer)).statusCode).to.equal(500);
    db.exec('DROP TRIGGER no_room');
    expect(json<{ user: object }>(await useCode(await come(newcomer))).user).to.include({ username: 'late' });
  });

  it('numbers newcomers with the same name until a name is free', async () => {
    const names: string[] = [];
    for (let count = 1; count <= 12; count++) {
      const newcomer = { subject: `twin ${count}`, name: 'twin', create: { username: 'twin', role: 'read' } } as const;
      const answer = await useCode(await come(newcomer));
      names.push(json<{ user: { username: string } }>(answer).user.username);
    }
    expect(names).to.deep.equal(['twin', ...Array.from({ length: 11 }, (_, index) => `twin-${index + 2}`)]);
  });

  it('is refused for a disabled account, and for an account whose link was removed', async () => {
    const id = idOf('read-2');
    await app.call('PATCH', `/api/admin/users/${id}`, { as: 'admin', payload: { disabled: true } });
    const answer = await useCode(await come({ subject: 'new', name: 'n' }));
    expect(answer.headers['x-error-kind']).to.equal('account_disabled');
    const [link] = await linksOf('read');
    expect((await app.call('DELETE', `/api/auth/links/${link!.id}`, { as: 'write' })).statusCode).to.equal(404);
    expect((await app.call('DELETE', `/api/auth/links/${link!.id}`, { as: 'read' })).statusCode).to.equal(200);
    expect((await useCode(await come({ subject: 'anna', name: 'a' }))).headers['x-error-kind']).to.equal('not_linked');
  });

  it('has links that are deleted with the account, and hidden from other plugins', async () => {
    expect(host.links.link(idOf('boss'), 'second', 'b')).to.equal(true);
    expect(host.links.link(idOf('write'), 'second', 'b'), 'linked already').to.equal(false);
    expect(() => host.links.link(idOf('write'), 'third', 'two\nlines')).to.throw('on one line');
    const { entries } = json<AuditEntries>(await app.call('GET', '/api/admin/audit', { as: 'admin' }));
    expect(entries[0], 'the audit trail').to.include({ actor: 'plugin handed-over', action: 'sign_in.linked' });
    expect(entries[0]).to.include({ subject: 'boss', detail: 'handed-over: b' });
    expect(host.links.ofUser(idOf('boss')).map(({ subject }) => subject)).to.deep.equal(['boss', 'second']);
    const other = signInHost('another', {
      users: app.container.resolve(Users),
      links: app.container.resolve(SignInLinks),
      entry: () => app.container.resolve(inject.signInEntry),
      limits: () => app.container.resolve(inject.loginLimits),
      audit: () => app.container.resolve(inject.audit),
      clock: () => 0,
    });
    expect(other.links.ofSubject('second')).to.equal(null);
    expect(other.links.unlink(idOf('boss'), 'second')).to.equal(false);
    await app.call('DELETE', `/api/admin/users/${idOf('boss')}`, { as: 'admin' });
    expect(host.links.ofSubject('second')).to.equal(null);
  });
});
