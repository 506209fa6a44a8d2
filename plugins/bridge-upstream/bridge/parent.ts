/** Milliseconds that a bridge may take to end by itself once its parent is gone; a store that hangs could take forever. */
const patience = 10_000;

/**
 * Calls `then` once the process that started this one over a channel of Node's is gone, however it ended: a bridge that
 * belongs to a program does not outlive it. One that was started without a channel stands for itself.
 */
export function onParentGone(then: () => void): void {
  if (process.send === undefined) return;
  const gone = (): void => {
    setTimeout(() => process.exit(1), patience).unref();
    then();
  };
  if (process.connected) process.once('disconnect', gone);
  else gone();
}
