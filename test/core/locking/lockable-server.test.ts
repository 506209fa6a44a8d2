import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { inject } from '../../../core/compose/inject.ts';
import { errorCode } from '../../../core/domain/error-code.ts';
import type { AuditEntries, Encryption, Health, PhotoList } from '../../../core/http/wire.ts';
import { adminPassword, LockableApp, passphrase } from '../../support/lockable-app.ts';
import { keyFileContent } from '../../support/library-keys.ts';
import { readPrometheusText } from '../../support/prometheus-text.ts';
import { until } from '../../support/until.ts';

describe('a library that can be locked', function () {
  const app = new LockableApp();
  let recoveryKey = '';
  let url = '';
  const photos = async (): Promise<number> =>
    (await app.json<PhotoList>('GET', '/api/photos', { token: await app.signIn() })).total;

  before(async () => {
    await app.fill(3);
    await app.start();
    url = app.server.url;
    await until(async () => (await photos()) === 3);
    recoveryKey = await app.encrypt();
  });
  after(() => app.remove());

  it('is encrypted while its server runs, and opens again at the same address', async () => {
    expect(app.server.url).to.equal(url);
    expect(await photos()).to.equal(3);
    const token = await app.signIn();
    const state = await app.json<Encryption>('GET', '/api/admin/encryption', { token });
    expect(state).to.deep.include({ encrypted: true, most_slots: 12, opens_itself: false });
    expect(state.slots.map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['passphrase', ''],
      ['recovery', ''],
    ]);
    expect(readFileSync(join(app.dataDir, 'index.sqlite3')).subarray(0, 15).toString('latin1')).to.not.equal(
      'SQLite format 3',
    );
  });

  it('is locked by an admin, and unlocked with its passphrase or recovery key, at the same address', async () => {
    for (const body of [{ passphrase }, { recovery_key: recoveryKey.toLowerCase().replaceAll('-', ' ') }]) {
      expect((await app.ask('POST', '/api/admin/lock', { token: await app.signIn() })).status).to.equal(200);
      await app.untilLocked();
      expect(app.server.open).to.equal(undefined);
      expect(await app.health()).to.deep.equal({
        ok: true,
        locked: true,
        bridge: { reachable: false, loggedIn: false },
        converting: null,
      });
      await app.unlock(body);
      expect(app.server.url).to.equal(url);
      expect(await photos()).to.equal(3);
    }
  });

  it('refuses to unlock while it is open', async () => {
    const answer = await app.ask('POST', '/api/unlock', { body: { passphrase } });
    expect(answer.status).to.equal(409);
  });

  it('records in the audit trail, once it is open, who unlocked it and who failed to', async () => {
    app.server.panic();
    await app.untilLocked();
    await app.ask('POST', '/api/unlock', { body: { passphrase: 'not the passphrase' } });
    await app.unlock();
    const token = await app.signIn();
    const { entries } = await app.json<AuditEntries>('GET', '/api/admin/audit', { token });
    const told = entries
      .filter(({ action }) => action.startsWith('library.'))
      .map(({ action, actor, detail, times }) => [action, actor, detail, times]);
    // Repeated actions of the same actor within a quarter of an hour are counted in one entry.
    expect(told).to.deep.equal([
      ['library.unlock_failed', null, 'passphrase', 1],
      ['library.locked', 'signal SIGUSR2', null, 1],
      ['library.unlocked', null, 'recovery key', 1],
      ['library.unlocked', null, 'passphrase', 2],
      ['library.locked', 'admin', null, 2],
      ['library.encrypted', null, null, 1],
      ['library.encryption_begun', 'admin', null, 1],
    ]);
    expect(JSON.stringify(entries)).to.not.include('not the passphrase');
  });

  it('opens even if audit entries from the locked time cannot be written, and writes them at the next opening', async () => {
    const times = async (): Promise<number[]> => {
      const { entries } = await app.json<AuditEntries>('GET', '/api/admin/audit', { token: await app.signIn() });
      return ['library.unlock_failed', 'library.unlocked'].map((wanted) =>
        entries.reduce((sum, entry) => sum + (entry.action === wanted ? entry.times : 0), 0),
      );
    };
    const db = () => app.server.open!.container.resolve(inject.db);
    const lockAndUnlock = async (): Promise<void> => {
      app.server.panic();
      await app.untilLocked();
      await app.ask('POST', '/api/unlock', { body: { passphrase: 'not the passphrase' } });
      await app.unlock();
    };
    const [failed, unlocked] = (await times()) as [number, number];
    // The entry of the failed attempt is written before the entry that fails.
    for (const change of ['INSERT', 'UPDATE']) {
      db().exec(`CREATE TRIGGER full_${change} BEFORE ${change} ON audit_entries WHEN NEW.action = 'library.unlocked'
                 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    }
    await lockAndUnlock();
    expect(await times()).to.deep.equal([failed, unlocked]);
    expect(app.logged.some(({ msg }) => msg === 'The audit log could not be kept')).to.equal(true);
    for (const change of ['INSERT', 'UPDATE']) db().exec(`DROP TRIGGER full_${change}`);
    await lockAndUnlock();
    expect(await times()).to.deep.equal([failed + 2, unlocked + 2]);
  });

  it('is locked after a restart, even with a wrong or missing key file, and deletes a partial restore', async () => {
    await app.stop();
    const left = join(app.dataDir, 'restoring.sqlite3');
    writeFileSync(left, 'a plain snapshot whose restore was killed');
    await app.start();
    expect((await app.health())?.locked).to.equal(true);
    expect(existsSync(left)).to.equal(false);
    await app.stop();
    writeFileSync(join(app.folder, 'other-key'), keyFileContent(1));
    await app.start({ UNLOCK_KEY_FILE: join(app.folder, 'other-key') });
    expect((await app.health())?.locked).to.equal(true);
    expect(app.logged.map(({ msg }) => msg).join(' ')).to.include('does not open this library');
    await app.stop();
    await app.start({ UNLOCK_KEY_FILE: join(app.folder, 'no-such-key') });
    expect((await app.health())?.locked).to.equal(true);
    await app.unlock();
    url = app.server.url;
  });

  it('limits guesses like sign-ins, and counts passphrases and recovery keys together', async () => {
    app.server.panic();
    await app.untilLocked();
    for (let guess = 0; guess < 5; guess += 1) {
      for (const body of [{ passphrase: `guess ${guess}` }, { recovery_key: `guess ${guess}` }]) {
        const answer = await app.ask('POST', '/api/unlock', { body });
        expect([answer.status, answer.headers.get('x-error-kind')]).to.deep.equal([401, 'wrong_unlock_key']);
      }
    }
    const blocked = await app.ask('POST', '/api/unlock', { body: { passphrase } });
    expect(blocked.status).to.equal(429);
    expect(Number(blocked.headers.get('retry-after'))).to.be.within(1, 900);
    await app.stop();
    await app.start();
    await app.unlock();
  });

  it('stays locked if it was locked again while an unlock was under way', async () => {
    app.server.panic();
    await app.untilLocked();
    const stopped = stoppedAtStart('stretch-process');
    const answer = app.ask('POST', '/api/unlock', { body: { passphrase } });
    const stretching = await stopped;
    app.server.panic();
    stretching.kill('SIGCONT');
    expect((await answer).status).to.equal(503);
    expect((await app.health())?.locked).to.equal(true);
    await app.unlock();
  });

  it('is not locked while it stops, which would make it listen again', async () => {
    const { server } = app;
    const locked = (): number => app.logged.filter(({ msg }) => msg === 'The library is locked').length;
    const before = locked();
    const stopping = server.stop();
    server.panic();
    await stopping;
    // Stops and locks run one after another.
    await server.stop();
    expect(locked()).to.equal(before);
    await app.start();
    await app.unlock();
  });

  it('refuses to be encrypted twice', async () => {
    const body = { passphrase, current_password: adminPassword };
    const answer = await app.ask('POST', '/api/admin/encryption', { body, token: await app.signIn() });
    expect([answer.status, answer.headers.get('x-error-kind')]).to.deep.equal([409, 'already_encrypted']);
  });

  it('does not unlock with a changed, corrupt or missing keyring', async () => {
    app.server.panic();
    await app.untilLocked();
    const file = join(app.dataDir, 'keyring.json');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, kept.replace('"cipher": "aegis-256x2"', '"cipher": "chacha20"'));
    const answer = await app.ask('POST', '/api/unlock', { body: { passphrase } });
    expect([answer.status, answer.headers.get('x-error-kind')]).to.deep.equal([503, 'keyring_changed']);
    expect(((await answer.json()) as { detail: string }).detail).to.match(/changed by somebody without the key/);
    writeFileSync(file, '{');
    const damaged = await app.ask('POST', '/api/unlock', { body: { passphrase } });
    expect([damaged.status, damaged.headers.get('x-error-kind')]).to.deep.equal([503, 'keyring_damaged']);
    rmSync(file);
    const missing = await app.ask('POST', '/api/unlock', { body: { passphrase } });
    expect([missing.status, missing.headers.get('x-error-kind')]).to.deep.equal([503, 'keyring_missing']);
    writeFileSync(file, kept);
    await app.unlock();
    expect(existsSync(file)).to.equal(true);
  });

  it('reports in a metric whether it is locked, to programs on its machine', async () => {
    const metrics = async (headers: Record<string, string> = {}): Promise<string | number> => {
      const answer = await fetch(`${app.server.url}/metrics`, { headers });
      if (!answer.ok) return answer.status;
      const families = readPrometheusText(await answer.text());
      expect(families.has('process_resident_memory_bytes')).to.equal(true);
      return `${String(families.get('photofinch_locked')?.samples[0]?.value)}, of ${families.has('photofinch_photos') ? 'a library' : 'none'}`;
    };
    expect(await metrics()).to.equal('0, of a library');
    app.server.panic();
    await app.untilLocked();
    expect(await metrics()).to.equal('1, of none');
    // Requests through a proxy, or with a token that cannot be verified.
    expect(await metrics({ 'x-forwarded-for': '192.0.2.1' })).to.equal(503);
    expect(await metrics({ authorization: 'Bearer of an admin' })).to.equal(503);
    await app.unlock();
  });

  it('refuses no connections while one server takes over from the other', async () => {
    const seen = new Set<string>();
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) seen.add(await healthOnNewConnection(app.server.url));
    })();
    for (let round = 0; round < 3; round += 1) {
      app.server.panic();
      await app.untilLocked();
      await app.unlock();
    }
    over.abort();
    await asking;
    expect([...seen])
      .to.include.members(['locked', 'open'])
      .and.not.include('ECONNREFUSED');
  });
});

/** The next child process of a module, stopped by SIGSTOP before it does anything. */
function stoppedAtStart(module: string): Promise<ChildProcess> {
  return new Promise((resolve) => {
    const onProcess = (message: unknown): void => {
      const { process: child } = message as { process: ChildProcess };
      child.once('spawn', () => {
        if (!child.spawnargs.some((argument) => argument.includes(module))) return;
        child.kill('SIGSTOP');
        unsubscribe('child_process', onProcess);
        resolve(child);
      });
    };
    subscribe('child_process', onProcess);
  });
}

/** The state that the server reports, or the code of the failure. */
async function healthOnNewConnection(url: string): Promise<string> {
  try {
    const asked = request(`${url}/api/health`, { agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    return (JSON.parse(text) as Health).locked ? 'locked' : 'open';
  } catch (error) {
    return errorCode(error);
  }
}
