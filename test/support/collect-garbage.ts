import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects now what nothing holds, as may happen at any moment: what only hope keeps alive is gone then. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
