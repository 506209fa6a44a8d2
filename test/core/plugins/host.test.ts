import { expect } from 'chai';
import pino from 'pino';
import type { AuditEvent } from '../../../core/plugin-api/index.ts';
import { fakeAccounts } from '../../../core/plugin-api/fake-host/fake-accounts.ts';
import { fakeSignIn } from '../../../core/plugin-api/fake-host/fake-sign-in.ts';
import { createHost, type HostParts } from '../../../core/plugins/host.ts';
import { Snapshots } from '../../../core/upkeep/snapshots/snapshots.ts';

describe('the host of a plugin', () => {
  const facts = new Map<string, string>();
  const audited: [AuditEvent, string][] = [];
  const originOf = (name: string) => ({ name, file: '/nowhere/index.js', home: '/nowhere', secrets: [] });
  const index = { copy: () => Promise.resolve(), verify: () => Promise.reject(new Error('not asked here')) };
  const hostOf = (changed: Partial<HostParts> = {}) =>
    createHost({
      origin: originOf('@me/keeper'),
      dataDir: '/nowhere/data',
      options: {},
      log: pino({ level: 'silent' }),
      state: {
        get: (key) => facts.get(key),
        set: (key, value) => facts.set(key, value),
        delete: (key) => facts.delete(key),
      },
      index,
      snapshots: new Snapshots('/nowhere/backups', index, null),
      accounts: fakeAccounts({ passwords: {}, codes: {} }),
      events: { head: () => Promise.resolve('e0'), since: () => Promise.reject(new Error('not asked here')) },
      library: { as: () => expect.fail('not read here') },
      audit: (event, plugin) => audited.push([event, plugin]),
      signIn: () => fakeSignIn(new Map(), []),
      secret: Buffer.alloc(32, 1),
      timeZone: () => 'Europe/Lisbon',
      serving: true,
      settings: { get: () => ({}), onChange: () => undefined },
      onLateFault: () => undefined,
      onWrongAnswer: () => undefined,
      signal: new AbortController().signal,
      ...changed,
    }).host;

  const keyOf = (purpose: string, changed: Partial<HostParts> = {}): string =>
    Buffer.from(hostOf(changed).deriveKey(purpose)).toString('hex');

  it('derives stable keys that differ by plugin, purpose and secret', () => {
    const key = keyOf('codes');
    expect(key).to.match(/^[0-9a-f]{64}$/);
    expect(keyOf('codes')).to.equal(key);
    const others = [
      keyOf('other codes'),
      keyOf('codes', { origin: originOf('keeper') }),
      keyOf('codes', { secret: Buffer.alloc(32, 2) }),
      Buffer.alloc(32, 1).toString('hex'),
    ];
    expect(new Set([key, ...others])).to.have.property('size', 5);
  });

  it('writes log lines without duplicate fields, whatever the facts are called', () => {
    const lines: string[] = [];
    const { log } = hostOf({ log: pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }) });
    log.info('Copied', { files: 3, facts: 'none' });
    log.info('Copied', { files: 3, plugin: 'rclone', level: 'high', time: 5, msg: 'ok', facts: 'some' });
    expect(lines).to.deep.equal([
      '{"level":30,"plugin":"@me/keeper","files":3,"facts":"none","msg":"Copied"}\n',
      '{"level":30,"plugin":"@me/keeper","files":3,"facts":{"plugin":"rclone","level":"high","time":5,"msg":"ok","facts":"some"},"msg":"Copied"}\n',
    ]);
  });

  it('has the data folder of the server, and creates the folder of the plugin when its path is read', () => {
    expect(hostOf().serverDataDir).to.equal('/nowhere/data');
    expect(() => hostOf({ dataDir: '/dev/null' }).dataDir).to.throw(/ENOTDIR|EEXIST/);
  });

  it('has the time zone of the server', () => {
    expect(hostOf().timeZone).to.equal('Europe/Lisbon');
  });

  it('records audit entries with the name of the plugin', () => {
    hostOf().audit({ action: 'copy.made', subject: 'a' });
    expect(audited).to.deep.equal([[{ action: 'copy.made', subject: 'a' }, '@me/keeper']]);
  });

  it('cannot be modified by a plugin', () => {
    const host = hostOf();
    expect(() => Object.assign(host, { timeZone: 'UTC' })).to.throw(TypeError);
  });
});
