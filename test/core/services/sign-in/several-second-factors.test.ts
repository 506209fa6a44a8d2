import { expect } from 'chai';
import { PluginHttpError, SecondFactorLost, type SecondFactor } from '../../../../core/plugin-api/index.ts';
import { SecondFactors } from '../../../../core/services/sign-in/second-factors.ts';
import { SecondFactorMarks } from '../../../../core/store/accounts/second-factor-marks.ts';
import { accountParts, type AccountParts } from '../../../support/http-frame.ts';
import { MemorySecondFactor } from '../../plugins/memory-plugins.ts';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** One user with two factors, one of which may fail. */
describe('several second factors', () => {
  let parts: AccountParts;
  let anna: number;
  let marks: SecondFactorMarks;
  let good: MemorySecondFactor;
  let other: MemorySecondFactor;
  let secondFactors: SecondFactors;
  let faults: string[];

  beforeEach(async () => {
    parts = accountParts();
    anna = (await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' })).id;
    marks = new SecondFactorMarks(parts.db);
    good = new MemorySecondFactor();
    other = new MemorySecondFactor();
    faults = [];
    secondFactors = new SecondFactors({
      loaded: () => [
        { plugin: 'other', factor: other },
        { plugin: 'good', factor: good },
      ],
      marks,
      patience: 20,
      onFault: (plugin, error) => faults.push(`${plugin}: ${(error as Error).message}`),
    });
  });
  afterEach(() => {
    parts.close();
  });

  const asked = async () => {
    const found = await secondFactors.enrolledOf(anna);
    if (!found) throw new Error('the password is enough');
    return found;
  };
  const names = async () => (await asked()).factors.map(({ plugin }) => plugin);
  const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      (answer) => answer,
      (error: unknown) => (error as { problem?: string }).problem ?? (error as Error).message,
    );
  const enrol = (factor: MemorySecondFactor, ...codes: string[]) => factor.codes.set(anna, new Set(codes));
  const breakOther = (methods: Partial<SecondFactor>) => Object.assign(other, methods);

  it('are all offered to a user who enrolled in them, and any one is enough', async () => {
    enrol(good, 'good-1', 'good-2');
    enrol(other, 'other-1');
    expect(await names()).to.deep.equal(['other', 'good']);
    expect(await (await asked()).verify('good-1')).to.equal(true);
    expect(await (await asked()).verify('other-1', 'other')).to.equal(true);
    expect(await (await asked()).verify('good-2', 'other')).to.equal(false);
    expect(await (await asked()).verify('good-2', 'good')).to.equal(true);
  });

  it('are switched off together, or not at all', async () => {
    enrol(good, 'good-1');
    enrol(other, 'other-1');
    expect(await names()).to.deep.equal(['other', 'good']);
    parts.db.exec(
      `CREATE TRIGGER no_room BEFORE UPDATE ON second_factor_marks WHEN new.plugin = 'other'
       BEGIN SELECT raise(ABORT, 'disk is full'); END`,
    );
    expect(await problemOf(secondFactors.disable(anna))).to.equal('disk is full');
    expect(await names()).to.deep.equal(['other', 'good']);
    parts.db.exec('DROP TRIGGER no_room');
    await secondFactors.disable(anna);
    expect(await secondFactors.enrolledOf(anna)).to.equal(undefined);
  });

  it('are offered only if the user enrolled in them, even if requested by name', async () => {
    enrol(good, 'good-1');
    enrol(other);
    other.codes.delete(anna);
    expect(await names()).to.deep.equal(['good']);
    expect(await problemOf((await asked()).verify('good-1', 'other'))).to.equal('no_such_factor');
  });

  for (const [what, isEnabled] of [
    ['hangs', () => never<boolean>()],
    ['fails', () => Promise.reject(new Error('no key'))],
    [
      'throws',
      () => {
        throw new Error('no key');
      },
    ],
  ] as const) {
    it(`do not block users who have another factor while one ${what}`, async () => {
      enrol(good, 'good-1');
      breakOther({ isEnabled });
      expect(await names()).to.deep.equal(['good']);
      expect(await secondFactors.isEnabled(anna)).to.equal(true);
    });

    it(`do not accept the password alone while a factor ${what} whose enrolments are unknown`, async () => {
      breakOther({ isEnabled });
      await secondFactors.takeStock([anna], () => undefined);
      expect(await problemOf(secondFactors.enrolledOf(anna))).to.equal('second_factor_silent');
    });

    it(`accept the password alone of users who never enrolled while a factor ${what}, even after a restart`, async () => {
      const { id: berta } = await parts.accounts.add({ username: 'berta', password: 'correct horse', role: 'read' });
      enrol(other, 'other-1');
      await secondFactors.takeStock([anna, berta], (plugin) => expect.fail(plugin));
      breakOther({ isEnabled });
      const restarted = new SecondFactors({ loaded: () => [{ plugin: 'other', factor: other }], marks, patience: 20 });
      for (const now of [secondFactors, restarted]) {
        expect(await now.enrolledOf(berta)).to.equal(undefined);
        expect(await problemOf(now.enrolledOf(anna))).to.equal('second_factor_silent');
      }
      const { id: carla } = await parts.accounts.add({ username: 'carla', password: 'correct horse', role: 'read' });
      expect(await restarted.enrolledOf(carla), 'whose account is new').to.equal(undefined);
    });

    it(`can be switched off by an admin while one ${what}`, async () => {
      enrol(good, 'good-1');
      marks.add(anna, 'other');
      const disable = isEnabled as () => Promise<never>;
      enrol(other, 'other-1');
      breakOther({ disable });
      await secondFactors.disable(anna);
      expect(await secondFactors.enrolledOf(anna)).to.equal(undefined);
      expect(await secondFactors.isEnabled(anna)).to.equal(false);
    });
  }

  it('do not wait for a challenge or a check that hangs', async () => {
    enrol(other, 'other-1');
    breakOther({ begin: () => never(), verify: () => never() });
    const { signal } = new AbortController();
    const where = { origin: 'https://photos.example', signal };
    expect(await problemOf((await asked()).begin('other', where))).to.equal('second_factor_silent');
    expect(await problemOf((await asked()).verify('other-1'))).to.equal('second_factor_silent');
  });

  it('abort a challenge that hangs', async () => {
    enrol(other, 'other-1');
    let within: AbortSignal | undefined;
    breakOther({
      begin: (_userId, { signal }) => {
        within = signal;
        return never();
      },
    });
    const { signal } = new AbortController();
    await problemOf((await asked()).begin('other', { origin: 'https://photos.example', signal }));
    expect(within?.aborted).to.equal(true);
  });

  it('return a challenge unchanged, or null if there is none', async () => {
    enrol(good, 'good-1');
    enrol(other, 'other-1');
    breakOther({ begin: (userId, { origin }) => Promise.resolve({ userId, origin }) });
    const { signal } = new AbortController();
    const where = { origin: 'https://photos.example', signal };
    expect(await (await asked()).begin('other', where)).to.deep.equal({ userId: anna, origin: where.origin });
    expect(await (await asked()).begin('good', where)).to.equal(null);
  });

  it('refuse a challenge that is too large', async () => {
    enrol(other, 'other-1');
    breakOther({ begin: () => Promise.resolve('x'.repeat(100_000)) });
    const { signal } = new AbortController();
    const begun = (await asked()).begin('other', { origin: 'https://photos.example', signal });
    expect(await problemOf(begun)).to.equal('second_factor_silent');
    expect(faults).to.deep.equal(['other: The challenge of other has 100002 characters.']);
  });

  it('report each failure, and count it as a fault of their plugin', async () => {
    enrol(other, 'other-1');
    const fail = () => Promise.reject(new Error('no wings'));
    breakOther({ begin: fail, verify: fail });
    const where = { origin: 'https://photos.example', signal: new AbortController().signal };
    const failures = [
      (await asked()).begin('other', where),
      (await asked()).verify('other-1'),
      (await asked()).verify('other-1', 'other'),
    ];
    for (const failure of failures) {
      const error: unknown = await failure.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.include({ kind: 'not_ready', problem: 'second_factor_silent' });
      expect(error)
        .to.have.property('message')
        .that.matches(/^The second factor of the plugin other has failed: /);
    }
    breakOther({ begin: () => Promise.resolve(1n) });
    expect(await problemOf((await asked()).begin('other', where))).to.equal('second_factor_silent');
    expect(faults.slice(0, 3)).to.deep.equal(Array(3).fill('other: no wings'));
    expect(faults).to.have.length(4);
  });

  it('pass on messages for users in the words of the plugin, without counting a fault', async () => {
    enrol(other, 'other-1');
    const refusal = new PluginHttpError(409, 'Come by another address.');
    breakOther({ begin: () => Promise.reject(refusal), verify: () => Promise.reject(refusal) });
    const where = { origin: 'https://photos.example', signal: new AbortController().signal };
    expect(await problemOf((await asked()).begin('other', where))).to.equal('Come by another address.');
    expect(await problemOf((await asked()).verify('other-1'))).to.equal('Come by another address.');
    breakOther({ begin: () => Promise.reject(new SecondFactorLost()) });
    expect(await problemOf((await asked()).begin('other', where))).to.equal('codes_lost');
    expect(faults).to.deep.equal([]);
  });

  it('reject a wrong code even if one factor cannot verify any', async () => {
    enrol(good, 'good-1');
    enrol(other, 'other-1');
    breakOther({ verify: () => Promise.reject(new SecondFactorLost()) });
    expect(await (await asked()).verify('wrong')).to.equal(false);
    expect(await (await asked()).verify('good-1')).to.equal(true);
    expect(await problemOf((await asked()).verify('wrong', 'other'))).to.equal('codes_lost');
  });
});
