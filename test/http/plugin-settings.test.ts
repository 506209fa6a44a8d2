import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AuditEntries, Overview, PluginsWithSettings, PluginWithSettings } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { PluginSettingRows } from '../../core/store/plugin-setting-rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const secret = 'a very secret word';

describe('the settings of a plugin', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({
      environment: { PLUGINS: 'test/fixtures/plugins/folder-source,test/fixtures/plugins/adjustable' },
    });
  });
  after(() => app.stop());

  const ask = async <T>(method: string, url: string, payload?: unknown): Promise<T> => {
    const answer = await app.call(method, url, { as: 'admin', payload });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as T;
  };
  const change = (values: object) => ask<PluginWithSettings>('PATCH', '/api/admin/plugins/adjustable', { values });
  const refusal = async (values: object, name = 'adjustable') => {
    const answer = await app.call('PATCH', `/api/admin/plugins/${name}`, { as: 'admin', payload: { values } });
    return [answer.statusCode, (JSON.parse(answer.payload) as { detail: string }).detail];
  };
  const told = () => ask<{ values: Record<string, unknown>; heard: unknown[] }>('GET', '/api/adjustable');
  const shown = ({ settings }: PluginWithSettings) =>
    Object.fromEntries(settings.map(({ key, value, is_set: isSet }) => [key, isSet ? value : undefined]));

  it('are shown to admins with their defaults', async () => {
    const { plugins } = await ask<PluginsWithSettings>('GET', '/api/admin/plugins');
    expect(plugins.map(({ name }) => name)).to.include.members(['photofinch-folder-source', 'adjustable', 'backup']);
    const plugin = plugins.find(({ name }) => name === 'adjustable')!;
    expect(plugin.settings[0]).to.deep.equal({
      key: 'COLOUR',
      label: 'Colour',
      describe: 'The colour of the sky, such as blue.',
      type: 'text',
      choices: [],
      required: false,
      value: 'blue',
      is_set: true,
    });
    expect(plugin.settings.map(({ key }) => key)).to.deep.equal([
      'COLOUR',
      'PASSWORD',
      'STARS',
      'CLOUDS',
      'WIND',
      'BIRDS',
    ]);
  });

  it('reach the plugin as soon as they are changed, while those that were not sent stay the same', async () => {
    const values = { STARS: 7, CLOUDS: true, WIND: 'south', BIRDS: ['robin', 'wren'] };
    expect(shown(await change(values))).to.deep.include(values);
    await change({ COLOUR: 'red' });
    expect((await told()).values).to.deep.include({ ...values, COLOUR: 'red' });
    expect((await told()).heard.slice(-2)).to.deep.equal(['blue', 'red']);
    await change({ COLOUR: null, STARS: null });
    expect((await told()).values).to.deep.include({ COLOUR: 'blue', CLOUDS: true });
    expect((await told()).values).to.not.have.property('STARS');
  });

  it('that are secret are never returned, stored in plain text or written to the audit log', async () => {
    const plugin = await change({ PASSWORD: secret });
    expect(plugin.settings.find(({ key }) => key === 'PASSWORD')).to.include({ value: null, is_set: true });
    expect((await told()).values['PASSWORD']).to.equal(secret);
    const rows = app.container.resolve(PluginSettingRows).of('adjustable');
    expect(JSON.stringify(rows)).to.not.include(secret);
    expect(rows.find(({ key }) => key === 'PASSWORD')?.value).to.equal(null);
    app.container.resolve(inject.db).pragma('wal_checkpoint(TRUNCATE)');
    expect(readFileSync(join(app.dataDir, 'index.sqlite3')).includes(secret)).to.equal(false);
    const { entries } = await ask<AuditEntries>('GET', '/api/admin/audit?action=plugin.settings_changed');
    expect(entries[0]).to.include({ actor: 'admin', subject: 'adjustable', detail: 'PASSWORD' });
  });

  it('are changed even if the plugin then throws, and the error is shown without the secret', async () => {
    await change({ PASSWORD: secret });
    await change({ COLOUR: 'green' });
    expect((await told()).values['COLOUR']).to.equal('green');
    const { plugins } = await ask<Overview>('GET', '/api/admin/overview');
    const fault = plugins.find(({ name }) => name === 'adjustable')?.last_fault;
    expect(fault?.message).to.equal('not with …');
  });

  it('that do not exist or have the wrong type are rejected, and nothing is changed', async () => {
    const before = await told();
    for (const [values, detail] of [
      [{ COLOUR: 'grey', MOON: 'full' }, 'The plugin has no setting MOON.'],
      [{ COLOUR: 'grey', STARS: 'many' }, 'STARS must be a number.'],
      [{ CLOUDS: 'yes' }, 'CLOUDS must be on or off.'],
      [{ WIND: 'up' }, 'WIND must be one of north, south.'],
      [{ BIRDS: 'robin' }, 'BIRDS must be a list of texts.'],
      [{ PASSWORD: 5 }, 'PASSWORD must be a text of 1 to 10000 characters.'],
    ] as const) {
      expect(await refusal(values)).to.deep.equal([400, detail]);
    }
    expect(await refusal({}, 'nobody')).to.deep.equal([404, 'There is no plugin of this name.']);
    expect(await told()).to.deep.equal(before);
  });

  it('are for admins only', async () => {
    for (const as of ['read', 'write'] as const) {
      expect((await app.call('GET', '/api/admin/plugins', { as })).statusCode).to.equal(403);
    }
  });
});
