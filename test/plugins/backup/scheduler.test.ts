import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BackupError } from '../../../core/plugin-api/index.ts';
import { ScheduleFile } from '../../../plugins/backup/schedule-file.ts';
import { at, House, iso } from './scheduled-house.ts';

describe('the schedule of backups', () => {
  let house: House;
  beforeEach(() => {
    house = new House();
  });
  afterEach(() => {
    rmSync(house.folder, { recursive: true, force: true });
  });
  const nextRun = async (): Promise<string | null> => iso(await house.scheduler.nextRunAt());

  it('takes no snapshot until it is enabled', async () => {
    await house.passTo('2026-11-24T12:00:00Z', 60);
    expect(house.taken).to.deep.equal([]);
    expect(await nextRun()).to.equal(null);
  });

  it('takes one snapshot a day at the set time, and keeps the set number', async () => {
    house.edit({ keep: 3 });
    await house.passTo('2026-11-24T12:00:00Z');
    expect(house.taken).to.deep.equal([
      '2026-11-22T01:30:00.000Z',
      '2026-11-23T01:30:00.000Z',
      '2026-11-24T01:30:00.000Z',
    ]);
    expect(house.pruned).to.deep.equal([3, 3, 3]);
    expect(await nextRun()).to.equal('2026-11-25T01:30:00.000Z');
  });

  for (const [what, change, pruned] of [
    ['keeps more snapshots if it is told to', { keep: 30 }, [30]],
    ['removes no snapshot if it is disabled', { enabled: false }, []],
  ] as const) {
    it(`${what} while one is being taken`, async () => {
      house.edit({ keep: 3 });
      house.onTake = () => {
        house.edit(change);
        return Promise.resolve();
      };
      await house.passTo('2026-11-22T02:00:00Z');
      expect(house.taken).to.have.length(1);
      expect(house.pruned).to.deep.equal(pruned);
    });
  }

  it('does not make up for the time of a day if it is enabled later on that day', async () => {
    house.edit({});
    expect(await nextRun()).to.equal('2026-11-22T01:30:00.000Z');
    await house.passTo('2026-11-21T23:00:00Z');
    expect(house.taken).to.deep.equal([]);
  });

  it('does not make up for days on which it was disabled', async () => {
    house.edit({});
    await house.passTo('2026-11-21T13:00:00Z');
    house.edit({ enabled: false });
    await house.passTo('2026-11-25T18:00:00Z');
    house.edit({});
    await house.passTo('2026-11-25T22:00:00Z');
    expect(house.taken).to.deep.equal([]);
    await house.passTo('2026-11-26T02:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-26T01:30:00.000Z']);
  });

  it('does not make up for a newly set time that has already passed on that day', async () => {
    house.edit({ hour: 20 });
    await house.passTo('2026-11-22T17:00:00Z');
    house.edit({ hour: 16 });
    await house.passTo('2026-11-22T23:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-21T19:30:00.000Z']);
    expect(await nextRun()).to.equal('2026-11-23T15:30:00.000Z');
  });

  it('makes up for several missed days with one snapshot', async () => {
    house.edit({});
    await house.passTo('2026-11-21T13:00:00Z');
    house.now = at('2026-11-29T09:07:00Z');
    expect(await nextRun()).to.equal('2026-11-29T09:07:00.000Z');
    await house.passTo('2026-11-29T20:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-29T09:12:00.000Z']);
  });

  it('makes up for days on which the server was stopped, but not for snapshots that were taken', async () => {
    house.edit({});
    await house.passTo('2026-11-22T09:00:00Z');
    house.restart();
    await house.passTo('2026-11-22T20:00:00Z');
    expect(house.taken).to.have.length(1);
    house.now = at('2026-11-25T09:00:00Z');
    house.restart();
    await house.passTo('2026-11-25T20:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-22T01:30:00.000Z', '2026-11-25T09:05:00.000Z']);
  });

  it('takes one snapshot on a day on which its time occurs twice', async () => {
    house.edit({});
    house.now = at('2026-10-24T12:00:00Z');
    await house.passTo('2026-10-26T12:00:00Z', 1);
    expect(house.taken).to.deep.equal(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
  });

  it('takes one snapshot on a day on which its time does not occur', async () => {
    house.edit({});
    house.now = at('2026-03-28T12:00:00Z');
    await house.passTo('2026-03-30T12:00:00Z', 1);
    expect(house.taken).to.deep.equal(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']);
  });

  it('uses the new time zone after a move, and misses no day', async () => {
    house.edit({});
    await house.passTo('2026-11-22T12:00:00Z');
    for (const [zone, end] of [
      ['America/New_York', '2026-11-24T12:00:00Z'],
      ['Asia/Tokyo', '2026-11-26T12:00:00Z'],
    ] as const) {
      house.timeZone = zone;
      house.restart();
      await house.passTo(end);
    }
    expect(house.taken).to.deep.equal([
      '2026-11-22T01:30:00.000Z', // Berlin
      '2026-11-22T12:05:00.000Z', // 02:30 in New York on that day is another slot, which has passed
      '2026-11-23T07:30:00.000Z',
      '2026-11-24T07:30:00.000Z',
      '2026-11-24T17:30:00.000Z', // Tokyo
      '2026-11-25T17:30:00.000Z',
    ]);
  });

  it('is not stopped for years by a clock that was ahead', async () => {
    house.edit({});
    house.now = at('2031-01-01T12:00:00Z');
    await house.passTo('2031-01-03T12:00:00Z');
    house.failure = new BackupError('failed', 'The disk is full.');
    await house.passTo('2031-01-04T12:00:00Z');
    house.failure = undefined;
    house.taken = [];
    house.now = at('2026-11-21T12:00:00Z');
    await house.passTo('2026-11-22T12:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-22T01:30:00.000Z']);
  });

  it('retries a failed snapshot every hour, and reports the failure until one succeeds', async () => {
    house.edit({});
    await house.passTo('2026-11-22T01:00:00Z');
    house.failure = new BackupError('failed', 'No snapshot could be taken: the disk is full.');
    await house.passTo('2026-11-22T04:00:00Z');
    expect(house.log.filter((line) => line === 'the scheduled snapshot failed')).to.have.length(3);
    expect(await nextRun()).to.equal('2026-11-22T04:30:00.000Z');
    const told = {
      ok: false,
      detail:
        'The scheduled backup failed at 2026-11-22 03:30 UTC, and is tried again every hour. No snapshot could be taken: the disk is full.',
    };
    expect(await house.check()).to.deep.equal(told);
    house.restart();
    expect(await house.check()).to.deep.equal(told);
    house.failure = undefined;
    await house.passTo('2026-11-22T09:00:00Z');
    expect(house.taken).to.deep.equal(['2026-11-22T04:05:00.000Z']);
    expect(await house.check()).to.deep.equal({ ok: true, detail: 'Automatic backups are on.' });
  });

  for (const [what, change] of [
    ['set to another time', () => Promise.resolve()],
    [
      'switched off, and on again for another time',
      async () => {
        house.edit({ enabled: false });
        await house.passTo('2026-11-22T01:40:00Z');
        expect((await house.check()).detail).to.equal('Automatic backups are off.');
      },
    ],
  ] as const) {
    it(`forgets a failure without a retry once it is ${what}`, async () => {
      house.edit({});
      await house.passTo('2026-11-22T01:00:00Z');
      house.failure = new BackupError('failed', 'No snapshot could be taken: the disk is full.');
      await house.passTo('2026-11-22T01:35:00Z');
      house.failure = undefined;
      await change();
      house.edit({ hour: 3, minute: 0 });
      expect(await nextRun()).to.equal('2026-11-22T02:00:00.000Z');
      expect(await house.check()).to.deep.equal({ ok: true, detail: 'Automatic backups are on.' });
      await house.passTo('2026-11-22T03:30:00Z');
      expect(house.taken).to.deep.equal(['2026-11-22T02:00:00.000Z']);
    });
  }

  it('forgets a failure even if it is set to another time while the snapshot is taken', async () => {
    house.edit({});
    await house.passTo('2026-11-22T01:00:00Z');
    house.failure = new BackupError('failed', 'No snapshot could be taken: the disk is full.');
    house.onTake = async () => {
      house.edit({ hour: 3, minute: 0 });
      expect(await nextRun()).to.equal('2026-11-22T02:00:00.000Z');
      house.onTake = () => Promise.resolve();
    };
    await house.passTo('2026-11-22T01:35:00Z');
    expect(await house.check()).to.deep.equal({ ok: true, detail: 'Automatic backups are on.' });
    house.failure = undefined;
    await house.passTo('2026-11-22T03:30:00Z');
    expect(house.taken).to.deep.equal(['2026-11-22T02:00:00.000Z']);
  });

  it('reports that old snapshots could not be removed, across a restart, until they are', async () => {
    house.edit({});
    await house.passTo('2026-11-21T13:00:00Z');
    house.pruneFailure = new BackupError('failed', 'The snapshot could not be removed: the disk is read-only.');
    await house.passTo('2026-11-22T12:00:00Z');
    expect(house.taken).to.have.length(1);
    house.restart();
    expect(await house.check()).to.deep.equal({
      ok: false,
      detail:
        'Old backups could not be removed at 2026-11-22 01:30 UTC; that is tried again after the next one. The snapshot could not be removed: the disk is read-only.',
    });
    house.pruneFailure = undefined;
    await house.passTo('2026-11-23T12:00:00Z');
    expect(await house.check()).to.deep.equal({ ok: true, detail: 'Automatic backups are on.' });
  });

  it('reveals no details of an unexpected error', async () => {
    house.edit({});
    await house.passTo('2026-11-22T01:00:00Z');
    house.failure = new Error('SELECT secret FROM /home/anna');
    await house.passTo('2026-11-22T02:00:00Z');
    expect((await house.check()).detail).to.match(
      /tried again every hour\. It ended in an unexpected way: see the log\.$/,
    );
  });

  for (const [what, text, why] of [
    ['no JSON', '{"enabled": tru', 'is not JSON.'],
    ['empty', '', 'is not JSON.'],
    ['an array', '[1, 2]', 'is wrong: "value" must be of type object.'],
    ['null', 'null', 'is wrong: "value" must be of type object.'],
    ['short of a field', '{"enabled":true,"hour":3,"minute":0}', 'is wrong: "keep" is required.'],
    [
      'out of range',
      '{"enabled":true,"hour":24,"minute":0,"keep":1}',
      'is wrong: "hour" must be less than or equal to 23.',
    ],
    ['of other types', '{"enabled":"yes","hour":3,"minute":0,"keep":1}', 'is wrong: "enabled" must be a boolean.'],
    ['set to keep nothing', '{"enabled":true,"hour":3,"minute":0,"keep":0}', 'is wrong: "keep" must be greater'],
  ] as const) {
    it(`takes nothing and reports that while its file is ${what}, and continues once it is repaired`, async () => {
      house.edit({});
      await house.passTo('2026-11-21T13:00:00Z');
      house.edit(text);
      await house.passTo('2026-11-22T20:00:00Z', 60);
      expect(house.taken).to.deep.equal([]);
      expect(await nextRun()).to.equal(null);
      expect(house.log).to.deep.equal(['Automatic backups are off']);
      const { ok, detail } = await house.check();
      expect(ok).to.equal(false);
      expect(detail)
        .to.contain(why)
        .and.to.match(/ Save the schedule again, or correct backup-schedule\.json\.$/);
      await new ScheduleFile(house.file).write({ enabled: true, hour: 2, minute: 30, keep: 5 });
      expect((await house.check()).ok).to.equal(true);
      await house.passTo('2026-11-22T21:00:00Z');
      expect(house.taken).to.deep.equal(['2026-11-22T20:05:00.000Z']);
    });
  }

  it('is saved intact by several writes at once', async () => {
    const file = new ScheduleFile(house.file);
    const schedules = Array.from({ length: 20 }, (_, minute) => ({ enabled: true, hour: 3, minute, keep: 7 }));
    await Promise.all(schedules.map((schedule) => file.write(schedule)));
    expect(JSON.parse(readFileSync(house.file, 'utf8'))).to.deep.equal(schedules.at(-1));
    expect(await file.read()).to.deep.equal({ schedule: schedules.at(-1) });
  });

  it('says what to do if it cannot be saved', async () => {
    const file = new ScheduleFile(join(house.folder, 'backup-schedule.json', 'below'));
    house.edit({});
    const error: unknown = await file.write({ enabled: true, hour: 3, minute: 0, keep: 7 }).catch((e: unknown) => e);
    expect(error).to.include({ code: 'failed' });
    expect((error as Error).message).to.equal(
      'The schedule could not be saved in the data folder: let this user write backup-schedule.json there.',
    );
  });

  it('is healthy only if the snapshots can be listed', async () => {
    const message = 'The snapshots cannot be listed: the folder is gone.';
    const list = () => Promise.reject(new BackupError('failed', message));
    expect(await house.check(list)).to.deep.equal({ ok: false, detail: message });
  });
});
