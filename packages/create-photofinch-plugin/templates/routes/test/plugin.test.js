import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeHost } from '@photofinch/plugin-api/fake-host';
import plugin from '../index.js';

const ann = { userId: 1, username: 'ann', role: 'read' };
const path = '/api/my-plugin/note';

describe('photofinch-my-plugin', () => {
  it('keeps a note for each user, also over a restart', async () => {
    const state = new Map();
    const first = await fakeHost(plugin, { state });
    assert.equal((await first.call('GET', path, { caller: ann })).status, 404);
    const response = await first.call('PUT', path, { caller: ann, payload: { note: 'Call Ben' } });
    assert.deepEqual(response, { status: 200, body: { note: 'Call Ben' } });
    assert.deepEqual(first.audited, [{ action: 'note.written', subject: 'ann' }]);
    await first.stop();

    const second = await fakeHost(plugin, { state });
    assert.deepEqual((await second.call('GET', path, { caller: ann })).body, { note: 'Call Ben' });
    const ben = { ...ann, userId: 2 };
    assert.equal((await second.call('GET', path, { caller: ben })).status, 404);
    await second.stop();
  });

  it('answers nobody who is not signed in, and takes no note that is too long', async () => {
    const fake = await fakeHost(plugin, { environment: { MY_PLUGIN_LONGEST: '5' } });
    assert.equal((await fake.call('GET', path)).status, 401);
    assert.equal((await fake.call('PUT', path, { caller: ann, payload: { note: 'too long' } })).status, 400);
    assert.equal((await fake.check('my-plugin')).ok, true);
    await fake.stop();
  });

  it('does not start with a limit that is no number', async () => {
    await assert.rejects(fakeHost(plugin, { environment: { MY_PLUGIN_LONGEST: 'many' } }), /must be a whole number/);
  });
});
