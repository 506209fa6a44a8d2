import type { StackBuilder } from '../store/stacks/stack-builder.ts';
import type { Transact } from '../store/transact.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { inSlices } from './in-slices.ts';

/**
 * Makes stacks of photos that have come, gone or changed; see [Note: how a stack is found]. The index knows which times are
 * left, so the next run goes on with a run that was cut off.
 */
export const stacksTask = ({
  builder,
  transact,
}: {
  readonly builder: Pick<StackBuilder, 'buildNext'>;
  readonly transact: Transact;
}): BackgroundTask => ({
  name: 'stacks',
  run: (signal) => inSlices(() => builder.buildNext(), transact, signal),
});
