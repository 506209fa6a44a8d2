import { expect } from 'chai';
import { SecondFactorMarks } from '../../../../core/store/accounts/second-factor-marks.ts';
import { SecondFactors } from '../../../../core/services/sign-in/second-factors.ts';
import { MemorySecondFactor } from '../../plugins/memory-plugins.ts';
import { accountParts, type AccountParts } from '../../../support/http-frame.ts';

/** Consistency between the enrolments of a plugin and the marks that the server keeps of them. */
describe('marks of second factors', () => {
  let parts: AccountParts;
  let anna: number;
  let marks: SecondFactorMarks;
  let memory: MemorySecondFactor;
  let secondFactors: SecondFactors;
  /** The second factors after a restart without the plugin. */
  let without: SecondFactors;

  beforeEach(async () => {
    parts = accountParts();
    anna = (await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' })).id;
    marks = new SecondFactorMarks(parts.db);
    memory = new MemorySecondFactor();
    secondFactors = new SecondFactors({ loaded: () => [{ plugin: 'memory', factor: memory }], marks });
    without = new SecondFactors({ loaded: () => [], marks });
  });
  afterEach(() => {
    parts.close();
  });

  const enrolledOf = async (userId: number) =>
    (await secondFactors.enrolledOf(userId))?.factors.map(({ plugin }) => plugin);
  const nobodyFails = (plugin: string): void => {
    throw new Error(`${plugin} could not say who enrolled`);
  };
  const enrol = () => {
    memory.codes.set(anna, new Set(['anna-1']));
    return Promise.resolve();
  };

  it('exist throughout an enrolment, so that a server killed meanwhile still refuses the password alone', async () => {
    let atEnrolment: boolean | undefined;
    await secondFactors.during(anna, 'memory', async () => {
      await enrol();
      atEnrolment = await without.isEnabled(anna);
    });
    expect([atEnrolment, await without.isEnabled(anna)]).to.deep.equal([true, true]);
  });

  it('are removed when an enrolment fails or ends', async () => {
    const failed = secondFactors.during(anna, 'memory', () => Promise.reject(new Error('wrong code')));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('wrong code');
    expect(await without.isEnabled(anna)).to.equal(false);

    await secondFactors.during(anna, 'memory', enrol);
    await secondFactors.during(anna, 'memory', () => memory.disable(anna));
    expect(await without.isEnabled(anna)).to.equal(false);
  });

  it('that a killed server left are removed by the next start with the plugin', async () => {
    marks.add(anna, 'memory');
    await secondFactors.takeStock([anna], nobodyFails);
    expect(await without.isEnabled(anna)).to.equal(false);
  });

  it('stay if the user enrols while the plugin reports that they had not', async () => {
    marks.add(anna, 'memory');
    const told = memory.isEnabled.bind(memory);
    memory.isEnabled = async (userId) => {
      const answer = await told(userId);
      await enrol();
      return answer;
    };
    await secondFactors.takeStock([anna], nobodyFails);
    expect(await without.isEnabled(anna)).to.equal(true);
  });

  it('are also set at sign-in, for plugins that enrol users on their own', async () => {
    await enrol();
    expect(await enrolledOf(anna)).to.deep.equal(['memory']);
    expect(await without.isEnabled(anna)).to.equal(true);
  });

  it('of one plugin do not depend on another plugin that fails', async () => {
    await enrol();
    const broken = new MemorySecondFactor();
    broken.isEnabled = () => Promise.reject(new Error('no key'));
    const failed: string[] = [];
    const both = new SecondFactors({
      loaded: () => [
        { plugin: 'broken', factor: broken },
        { plugin: 'memory', factor: memory },
      ],
      marks,
    });
    await both.takeStock([anna], (plugin) => failed.push(plugin));
    expect(failed).to.deep.equal(['broken']);
    expect(await without.isEnabled(anna)).to.equal(true);
  });

  it('let users enrol again after an admin switched the factor off without the plugin', async () => {
    await secondFactors.during(anna, 'memory', enrol);
    await without.disable(anna);
    expect(await without.isEnabled(anna)).to.equal(false);
    await secondFactors.during(anna, 'memory', enrol);
    expect(await without.isEnabled(anna)).to.equal(true);
    expect(await enrolledOf(anna)).to.deep.equal(['memory']);
  });

  it('are removed with the account', async () => {
    await secondFactors.during(anna, 'memory', enrol);
    await parts.accounts.add({ username: 'root', password: 'correct horse', role: 'admin' });
    parts.accounts.remove(anna);
    expect(marks.of(anna)).to.deep.equal([]);
    marks.add(anna, 'memory');
    expect(marks.counts()).to.deep.equal([]);
  });
});
