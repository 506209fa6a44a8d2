import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEventSink } from '@photofinch/plugin-api/contract-tests';
import { fakeHost } from '@photofinch/plugin-api/fake-host';
import plugin from '../index.js';

const ann = { userId: 1, username: 'ann', role: 'read' };
const daysOf = async (fake) => (await fake.call('GET', '/api/my-plugin/days', { caller: ann })).body.days;

// All that the server expects of an event sink.
describeEventSink(async () => {
  const fake = await fakeHost(plugin);
  const actedOn = async (events) => {
    const days = Object.values(await daysOf(fake));
    const sum = (field) => days.reduce((all, day) => all + day[field], 0);
    const count = (eventKind) => events.filter(({ kind }) => kind === eventKind).length;
    assert.deepEqual([sum('came'), sum('went')], [count('photo.indexed'), count('photo.gone')]);
  };
  return { sink: fake.provided('event-sink'), actedOn, cleanup: () => fake.stop() };
});

describe('photofinch-my-plugin', () => {
  it('counts the photos of each day, also over a restart', async () => {
    const state = new Map();
    const first = await fakeHost(plugin, { state });
    first.happen({ kind: 'photo.indexed', photo: 'a', at: Date.UTC(2026, 10, 21) / 1000 });
    first.happen({ kind: 'photo.indexed', photo: 'b', at: Date.UTC(2026, 10, 21, 9) / 1000 });
    await first.deliver();
    await first.stop();

    const second = await fakeHost(plugin, { state });
    second.happen({ kind: 'photo.gone', photo: 'a', at: Date.UTC(2026, 10, 22) / 1000 });
    await second.deliver();
    assert.deepEqual(await daysOf(second), {
      '2026-11-21': { came: 2, went: 0, complete: true },
      '2026-11-22': { came: 0, went: 1, complete: true },
    });
    await second.stop();
  });

  it('says of a day that it may not know all of it', async () => {
    const fake = await fakeHost(plugin);
    await fake.deliver({ gap: true });
    assert.deepEqual(
      Object.values(await daysOf(fake)).map(({ complete }) => complete),
      [false],
    );
    await fake.stop();
  });
});
