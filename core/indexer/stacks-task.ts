import type { StackBuilder } from '../store/stacks/stack-builder.ts';
import type { Transact } from '../store/transact.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { inSlices } from './in-slices.ts';

/**
 * Creates stacks for photos that were added, removed or changed; see [Note: how a stack is found]. The index contains the
 * remaining work, so an interrupted run is continued by the next one.
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
