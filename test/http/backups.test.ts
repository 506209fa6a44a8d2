import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ErrorBody } from '../../core/http/wire.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { filesIn } from '../support/backup-rig.ts';
import { until } from '../support/until.ts';

interface Backup {
  readonly name: string;
  readonly size: number;
  readonly created_at: number;
  readonly sha256: string | null;
  readonly verified: boolean;
}

describe('backups over HTTP', () => {
  let app: TestApp;
  let backups: string;
  before(async () => {
    app = await startTestApp();
    backups = join(app.dataDir, 'backups');
  });
  after(() => app.stop());

  async function json<T>(method: string, url: string, payload?: unknown): Promise<T> {
    const answer = await app.call(method, url, { as: 'admin', payload });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  }
  async function refusal(method: string, url: string, payload?: unknown): Promise<[number, string]> {
    const answer = await app.call(method, url, { as: 'admin', payload });
    const body = JSON.parse(answer.payload) as ErrorBody;
    expect(Object.keys(body)).to.deep.equal(['detail']);
    return [answer.statusCode, body.detail];
  }
  const list = () => json<{ backups: Backup[]; total_bytes: number }>('GET', '/api/admin/backups');
  const take = () => json<Backup>('POST', '/api/admin/backup');
  const removeAll = async (): Promise<void> => {
    for (const { name } of (await list()).backups) await json('DELETE', `/api/admin/backups/${name}`);
  };
  const schedule = () => json<Record<string, unknown>>('GET', '/api/admin/schedule');

  for (const [method, url, payload] of [
    ['POST', '/api/admin/backup'],
    ['GET', '/api/admin/backups'],
    ['DELETE', '/api/admin/backups/index-20200102T030405Z.sqlite3'],
    ['POST', '/api/admin/backups/prune', { keep: 1 }],
    ['GET', '/api/admin/schedule'],
    ['PUT', '/api/admin/schedule', { enabled: true, hour: 3, minute: 0, keep: 7 }],
  ] as const) {
    it(`are for admins only: ${method} ${url}`, async () => {
      const statuses = await Promise.all(
        ([undefined, 'read', 'write'] as const).map(
          async (as) => (await app.call(method, url, { ...(as && { as }), payload })).statusCode,
        ),
      );
      expect(statuses).to.deep.equal([401, 403, 403]);
      expect(existsSync(backups) ? filesIn(backups) : []).to.deep.equal([]);
      expect((await schedule())['enabled']).to.equal(false);
    });
  }

  it('are taken, listed, shown in the overview and deleted', async () => {
    expect(await list()).to.deep.equal({ backups: [], total_bytes: 0 });
    const first = await take();
    const bytes = readFileSync(join(backups, first.name));
    expect(first.name).to.match(/^index-\d{8}T\d{6}(\.\d+)?Z\.sqlite3$/);
    expect(first).to.deep.equal({
      name: first.name,
      size: bytes.length,
      created_at: first.created_at,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      verified: true,
    });
    expect(first.created_at).to.be.closeTo(Date.now() / 1000, 60);
    const second = await take();
    expect(await list()).to.deep.equal({ backups: [second, first], total_bytes: first.size + second.size });
    expect((await json<{ last_backup: Backup }>('GET', '/api/admin/overview')).last_backup).to.deep.equal(second);
    expect(await json('DELETE', `/api/admin/backups/${first.name}`)).to.deep.equal({ ok: true });
    expect(await refusal('DELETE', `/api/admin/backups/${first.name}`)).to.deep.equal([
      404,
      'There is no such snapshot.',
    ]);
    expect((await list()).backups).to.deep.equal([second]);
    await json('DELETE', `/api/admin/backups/${second.name}`);
  });

  it('are both taken when two are requested at once', async () => {
    const [one, other] = await Promise.all([take(), take()]);
    expect(one.name).not.to.equal(other.name);
    expect((await list()).backups).to.have.deep.members([one, other]);
    await removeAll();
  });

  for (const name of [
    'x',
    'index.sqlite3',
    '..%2Findex.sqlite3',
    '..%2F..%2Fetc%2Fpasswd',
    '%2Fetc%2Fpasswd',
    'index-20200102T030405Z.sqlite3%00',
    'index-20200102T030405Z.sqlite3.json',
    'index-20200102T030405Z.sqlite3%2F..%2F..%2Findex.sqlite3',
    'index-20201302T030405Z.sqlite3',
    'INDEX-20200102T030405Z.SQLITE3',
    `index-${'0'.repeat(200)}.sqlite3`,
  ]) {
    it(`are refused under the invalid name ${name.slice(0, 60)}`, async () => {
      const [status, detail] = await refusal('DELETE', `/api/admin/backups/${name}`);
      expect([status, detail]).to.satisfy(() => status === 400 && !detail.includes(app.dataDir), detail);
      expect(existsSync(join(app.dataDir, 'index.sqlite3'))).to.equal(true);
    });
  }

  it('are deleted except the newest ones when they are pruned', async () => {
    const taken = [await take(), await take(), await take()].map(({ name }) => name);
    expect(await json('POST', '/api/admin/backups/prune', { keep: 1 })).to.deep.equal({
      deleted: taken.slice(0, 2),
      kept: 1,
    });
    expect(await json('POST', '/api/admin/backups/prune', { keep: 5 })).to.deep.equal({ deleted: [], kept: 1 });
    const [status, detail] = await refusal('POST', '/api/admin/backups/prune', { keep: 0 });
    expect([status, detail]).to.deep.equal([400, 'keep must be greater than or equal to 1.']);
    expect((await list()).backups.map(({ name }) => name)).to.deep.equal([taken[2]]);
  });

  it('are pruned to the number in the schedule if none is given, or 409 if its file is broken', async () => {
    await json('PUT', '/api/admin/schedule', { keep: 2 });
    while ((await list()).backups.length < 4) await take();
    const names = (await list()).backups.map(({ name }) => name);
    expect(await json('POST', '/api/admin/backups/prune', {})).to.deep.equal({
      deleted: names.slice(2).reverse(),
      kept: 2,
    });
    expect(await json('POST', '/api/admin/backups/prune')).to.deep.equal({ deleted: [], kept: 2 });
    const file = join(app.dataDir, 'backup-schedule.json');
    writeFileSync(file, '{ "keep": ');
    expect(await refusal('POST', '/api/admin/backups/prune', {})).to.deep.equal([
      409,
      'The file of the backup schedule is not JSON. Say how many snapshots to keep.',
    ]);
    rmSync(file);
    await removeAll();
  });

  for (const payload of [{ keep: -1 }, { keep: 1.5 }, { keep: '1' }, { keep: null }, { keep: 1, all: 1 }]) {
    it(`are not pruned with the invalid body ${JSON.stringify(payload)}`, async () => {
      const [status, detail] = await refusal('POST', '/api/admin/backups/prune', payload);
      expect([status, detail.length > 0]).to.deep.equal([400, true]);
    });
  }

  it('are completed even if the client disconnects', async () => {
    const { promise, abort } = ask('POST', '/api/admin/backup');
    await until(() => filesIn(backups).length > 0);
    abort();
    await promise;
    await until(async () => (await list()).backups.length === 1);
    expect((await list()).backups[0]).to.include({ verified: true });
    await removeAll();
  });

  /** Sends a request over a socket that can be closed. */
  function ask(method: string, path: string): { promise: Promise<void>; abort: () => void } {
    const headers = { authorization: `Bearer ${app.token('admin')}` };
    const asked = request(`${app.url}${path}`, { method, headers }).end();
    const promise = new Promise<void>((resolve) => asked.once('close', resolve).once('error', () => undefined));
    return { promise, abort: () => void asked.destroy() };
  }

  describe('the schedule', () => {
    it('is off by default', async () => {
      expect(await schedule()).to.deep.equal({ enabled: false, hour: 3, minute: 30, keep: 14, next_run_at: null });
    });

    it('can be set, and is stored in a readable JSON file', async () => {
      const wanted = { enabled: true, hour: 4, minute: 5, keep: 6 };
      const answer = await json<Record<string, number>>('PUT', '/api/admin/schedule', wanted);
      const next = new Date((answer['next_run_at'] ?? 0) * 1000);
      expect([next.getUTCHours(), next.getUTCMinutes(), next.getUTCSeconds()]).to.deep.equal([4, 5, 0]);
      expect(next.getTime()).to.be.within(Date.now(), Date.now() + 86_400_000);
      expect(await schedule()).to.deep.equal(answer);
      const text = readFileSync(join(app.dataDir, 'backup-schedule.json'), 'utf8');
      expect(JSON.parse(text)).to.deep.equal(wanted);
    });

    it('keeps the other fields when some are changed, and records changes in the audit trail', async () => {
      const before = { enabled: true, hour: 4, minute: 5, keep: 6 };
      await json('PUT', '/api/admin/schedule', before);
      for (const change of [{ hour: 7 }, { minute: 0, keep: 9 }, { enabled: false }, {}]) {
        const answer = await json<Record<string, unknown>>('PUT', '/api/admin/schedule', change);
        Object.assign(before, change);
        const { next_run_at: next, ...rest } = answer;
        expect(rest).to.deep.equal(before);
        expect(next === null).to.equal(!before.enabled);
      }
      const { entries } = await json<{ entries: { action: string; detail: string }[] }>('GET', '/api/admin/audit');
      const told = entries.filter(({ action }) => action === 'schedule.changed').map(({ detail }) => detail);
      expect(told.slice(0, 2)).to.deep.equal(['daily at 07:00, keeps 9', 'daily at 07:05, keeps 6']);
    });

    for (const wrong of [
      { hour: 24 },
      { hour: -1 },
      { minute: 60 },
      { minute: 0.5 },
      { keep: 0 },
      { enabled: 'true' },
      { next_run_at: 1 },
    ]) {
      it(`refuses ${JSON.stringify(wrong)}, and stays unchanged`, async () => {
        const before = await schedule();
        const payload = { enabled: true, hour: 1, minute: 2, keep: 3, ...wrong };
        const [status, detail] = await refusal('PUT', '/api/admin/schedule', payload);
        expect(status).to.equal(400);
        expect(detail).to.contain(Object.keys(wrong)[0]);
        expect(await schedule()).to.deep.equal(before);
      });
    }

    it('is reported by the checks if its file is broken, and repaired by setting all of it', async () => {
      writeFileSync(join(app.dataDir, 'backup-schedule.json'), '{ "enabled": true,');
      expect(await schedule()).to.include({ enabled: false, next_run_at: null });
      await take();
      const told = await backupsCheck();
      expect(told).to.include({ ok: false });
      expect(told.detail).to.equal(
        'The file of the backup schedule is not JSON. Save the schedule again, or correct backup-schedule.json.',
      );
      const [status, detail] = await refusal('PUT', '/api/admin/schedule', { hour: 5 });
      expect([status, detail]).to.deep.equal([
        409,
        'The file of the backup schedule is not JSON. Send all of the schedule: enabled, hour, minute and keep.',
      ]);
      await json('PUT', '/api/admin/schedule', { enabled: true, hour: 4, minute: 5, keep: 6 });
      expect(await backupsCheck()).to.include({ ok: true });
    });

    async function backupsCheck(): Promise<{ ok: boolean; detail: string }> {
      const { checks } = await json<{ checks: { id: string; ok: boolean; detail: string }[] }>(
        'POST',
        '/api/admin/checks',
      );
      return checks.find(({ id }) => id === 'backups') ?? expect.fail('no check of backups');
    }
  });
});

describe('backups in a folder that cannot be used', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ environment: { BACKUP_DIR: '/nowhere/photofinch' } });
  });
  after(() => app.stop());

  it('fail with a message that says what to do, without paths of the host', async () => {
    const answer = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    const { detail } = JSON.parse(answer.payload) as ErrorBody;
    expect([answer.statusCode, detail]).to.deep.equal([
      503,
      'No snapshot could be taken: the folder above that of the snapshots is not there; make it, or see whether its disk is mounted.',
    ]);
  });

  it('do not break the list of backups or the overview', async () => {
    mkdirSync(app.dataDir, { recursive: true });
    const list = await app.call('GET', '/api/admin/backups', { as: 'admin' });
    expect(JSON.parse(list.payload)).to.deep.equal({ backups: [], total_bytes: 0 });
    const overview = await app.call('GET', '/api/admin/overview', { as: 'admin' });
    expect(JSON.parse(overview.payload)).to.include({ last_backup: null });
  });
});
