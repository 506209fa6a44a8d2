import process from 'node:process';
import { expect } from 'chai';
import { timedModels, usualLimits } from '../../../core/plugins/timed-models.ts';
import { isMlError } from '../../../core/plugin-api/ml-error.ts';
import { usualPatience } from '../../../plugins/ml-onnx/inference/inference-link.ts';
import { until } from '../../support/until.ts';
import { background, plain, withProvider } from './provider-rig.ts';

/** The factor by which timeouts are shortened. */
const faster = 60;

describe('a picture on which models hang', () => {
  it('fails with the reason before the server declares the models unavailable', async () => {
    await withProvider({ builtIn: ['faces'], patience: usualPatience / faster }, async ({ ml }) => {
      const limits = {
        interactive: usualLimits.interactive / faster,
        background: usualLimits.background / faster,
      };
      const failed = timedModels(ml, limits)
        .detectFaces(plain([250, 10, 10]), background)
        .then(
          () => 'It has answered.',
          (error: unknown) => `${isMlError(error) ? 'Away: ' : ''}${(error as Error).message}`,
        );
      const hung = new Set<number>();
      const hang = (): boolean => {
        for (const pid of ml.pids) {
          if (!hung.has(pid)) process.kill(pid, 'SIGSTOP');
          hung.add(pid);
        }
        return hung.size === 2;
      };
      await until(hang);
      expect(await failed).to.equal('The process that runs the models did not answer for 3 s.');
    });
  });
});
