/** The maximum delay, in milliseconds, until work ends after it is no longer allowed. */
const usualPause = 5000;

/**
 * Bounds work that takes long, such as a large download, by a permission that may end meanwhile.
 * @param signal aborted when the client disconnects
 * @param options.reason the reason of the abort when the permission has ended
 * @param options.pause milliseconds between two checks
 * @returns a signal that is aborted with the given one, and when the permission ends; the caller must call `end` when the
 * work is complete
 */
export function whileAllowed(
  signal: AbortSignal,
  { isAllowed, reason, pause = usualPause }: { isAllowed: () => boolean; reason: () => Error; pause?: number },
): { signal: AbortSignal; end: () => void } {
  const ended = new AbortController();
  const timer = setInterval(() => {
    if (!isTrue(isAllowed)) ended.abort(reason());
  }, pause).unref();
  const end = (): void => {
    clearInterval(timer);
  };
  const either = AbortSignal.any([signal, ended.signal]);
  // Aborted work may still be ending when the index is closed, which the permission is read from.
  either.addEventListener('abort', end);
  return { signal: either, end };
}

/** A permission that cannot be read is none: an error in a timer would end the server. */
function isTrue(isAllowed: () => boolean): boolean {
  try {
    return isAllowed();
  } catch {
    return false;
  }
}
