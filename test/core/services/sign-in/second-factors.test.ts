import { expect } from 'chai';
import { SecondFactorMarks } from '../../../../core/store/accounts/second-factor-marks.ts';
import { SecondFactors } from '../../../../core/services/sign-in/second-factors.ts';
import { MemorySecondFactor } from '../../plugins/memory-plugins.ts';
import { accountParts, type AccountParts } from '../../../support/http-frame.ts';

/** Who enrolled where, when things happen between a plugin and the mark that the server has of it. */
describe('marks of second factors', () => {
  let parts: AccountParts;
  let anna: number;
  let marks: SecondFactorMarks;
  let memory: MemorySecondFactor;
  let secondFactors: SecondFactors;
  /** What the server has in place of the plugin after a restart without it. */
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

  it('are there at every moment of an enrolment, so that a server killed in the midst of it keeps the door shut', async () => {
    let atEnrolment: boolean | undefined;
    await secondFactors.during(anna, 'memory', async () => {
      await enrol();
      atEnrolment = await without.isEnabled(anna);
    });
    expect([atEnrolment, await without.isEnabled(anna)]).to.deep.equal([true, true]);
  });

  it('do not stay when the enrolment fails, nor when it ends', async () => {
    const failed = secondFactors.during(anna, 'memory', () => Promise.reject(new Error('wrong code')));
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal('wrong code');
    expect(await without.isEnabled(anna)).to.equal(false);

    await secondFactors.during(anna, 'memory', enrol);
    await secondFactors.during(anna, 'memory', () => memory.disable(anna));
    expect(await without.isEnabled(anna)).to.equal(false);
  });

  it('that a killed server left too many are taken away by the next start with the plugin', async () => {
    marks.add(anna, 'memory');
    await secondFactors.takeStock([anna], nobodyFails);
    expect(await without.isEnabled(anna)).to.equal(false);
  });

  it('stay when the user enrols at the moment at which the plugin said that they had not', async () => {
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

  it('are set at a sign-in as well, for plugins that enrol people in ways of their own', async () => {
    await enrol();
    expect(await enrolledOf(anna)).to.deep.equal(['memory']);
    expect(await without.isEnabled(anna)).to.equal(true);
  });

  it('of one plugin do not hang on another that cannot say who enrolled', async () => {
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

  it('let the user enrol anew after an admin switched the factor off without the plugin', async () => {
    await secondFactors.during(anna, 'memory', enrol);
    await without.disable(anna);
    expect(await without.isEnabled(anna)).to.equal(false);
    await secondFactors.during(anna, 'memory', enrol);
    expect(await without.isEnabled(anna)).to.equal(true);
    expect(await enrolledOf(anna)).to.deep.equal(['memory']);
  });

  it('go with the account', async () => {
    await secondFactors.during(anna, 'memory', enrol);
    await parts.accounts.add({ username: 'root', password: 'correct horse', role: 'admin' });
    parts.accounts.remove(anna);
    expect(marks.of(anna)).to.deep.equal([]);
    marks.add(anna, 'memory');
    expect(marks.counts()).to.deep.equal([]);
  });
});
