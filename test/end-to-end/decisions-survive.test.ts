import { Choice } from '../support/choice.ts';
import { DecidedWalk, type Step } from '../support/decided-walk.ts';
import { isLongRun } from '../support/long-run.ts';
import { seed, seededRandom } from '../support/seed.ts';
import { withTempFolder } from '../support/temp-folder.ts';

/** How often each step is taken, in an order that the seed determines. */
const times: Record<Step, number> = {
  decide: 50,
  'change the store': 12,
  sync: 3,
  snapshot: 1,
  restore: 1,
  kill: 0,
  'kill in a decision': 1,
  'kill in a sync': 1,
  'kill in a snapshot': 1,
};
const rounds = isLongRun ? 25 : 1;

describe('a library with decisions of users', () => {
  it('keeps these over any changes of its store, syncs, kills and restores', () =>
    withTempFolder(async (folder) => {
      const random = seededRandom();
      const walk = new DecidedWalk(folder, random);
      const steps = (Object.keys(times) as Step[]).flatMap((step) => Array.from({ length: times[step] }, () => step));
      try {
        await walk.begin();
        for (let round = 0; round < rounds; round += 1) {
          for (const step of new Choice(random).shuffled(steps)) await walk.take(step);
          await walk.take('kill');
          await walk.checkLinks();
        }
      } catch (error) {
        const told = `With TEST_SEED=${seed}, after ${walk.done.length} steps:\n${walk.done.join('\n')}`;
        throw Object.assign(error as Error, { message: `${(error as Error).message}\n${told}` });
      } finally {
        await walk.end();
      }
    }));
});
