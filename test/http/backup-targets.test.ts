import { expect } from 'chai';
import type { BackupTargets, ChecksAnswer } from '../../core/http/wire.ts';
import { MemoryBackupTarget } from '../core/plugins/memory-backup-target.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { MemorySource } from '../support/memory-source.ts';
import { until } from '../support/until.ts';

describe('copies of snapshots by a plugin', () => {
  const target = new MemoryBackupTarget();
  let failure: Error | undefined;
  let keepsNothing = false;
  let app: TestApp;
  before(async () => {
    const failing = Object.assign(target, {
      keep: async (...given: Parameters<MemoryBackupTarget['keep']>) => {
        if (failure) throw failure;
        if (keepsNothing) return;
        await MemoryBackupTarget.prototype.keep.apply(target, given);
      },
    });
    app = await startTestApp({
      handedOver: { provided: { 'photo-source': new MemorySource(), 'backup-target': failing } },
    });
  });
  after(() => app.stop());

  async function ask<T>(method: string, url: string): Promise<T> {
    const answer = await app.call(method, url, { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  }
  const take = () => ask<{ name: string; size: number }>('POST', '/api/admin/backup');
  const state = async () => (await ask<BackupTargets>('GET', '/api/admin/backup-targets')).targets[0]!;
  const check = async () =>
    (await ask<ChecksAnswer>('POST', '/api/admin/checks')).checks.find(({ id }) => id === 'backups')!;

  it('are made of each snapshot that is taken', async () => {
    expect(await state()).to.deep.equal({
      plugin: 'handed-over',
      ready: true,
      last: null,
      current: null,
      failure: null,
    });
    const { name, size } = await take();
    await until(async () => (await state()).last?.name === name);
    const copy = await target.read(name);
    expect(copy.bytes.length).to.equal(size);
    expect(JSON.parse(copy.record)).to.include({ size, verified: true });
    expect((await check()).ok).to.equal(true);
  });

  it('stay when the snapshot itself is deleted', async () => {
    const { name } = await take();
    await until(() => target.copies.has(name));
    await ask('DELETE', `/api/admin/backups/${name}`);
    expect(target.copies.has(name)).to.equal(true);
  });

  it('that fail are reported until they succeed, and do not block further snapshots', async () => {
    failure = new Error('The other disk is full');
    const first = await take();
    await until(async () => (await state()).failure !== null);
    expect((await state()).failure).to.include({ attempts: 1, reason: 'The other disk is full.' });
    const { ok, detail, told } = await check();
    expect(ok).to.equal(false);
    expect(detail).to.match(
      /^Copies of the backups by handed-over have failed since .* UTC, and are tried again: The other disk is full\.$/,
    );
    expect(told.map(({ kind }) => kind)).to.deep.equal(['backups_not_copied']);

    failure = undefined;
    const second = await take();
    await until(async () => (await state()).failure === null && target.copies.has(first.name));
    expect((await target.list()).slice(0, 2).map(({ name }) => name)).to.deep.equal([second.name, first.name]);
    expect((await check()).ok).to.equal(true);
  });

  it('are reported as failed if the plugin claims to have kept them but has not', async () => {
    keepsNothing = true;
    const { name } = await take();
    await until(async () => (await state()).failure !== null);
    const { ok, detail } = await check();
    expect(ok).to.equal(false);
    expect(detail).to.contain(`The target took ${name} without an error, and does not list it afterwards.`);
    expect((await state()).last?.name).not.to.equal(name);
  });
});
