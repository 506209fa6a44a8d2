/**
 * Processes the items of a queue in the database with `workers` concurrent workers. A slow item blocks only its own worker.
 * After the first error no item is started, and the error is thrown when the items in progress are done.
 * @param next items that are due and not in progress; an empty list ends the work
 */
export async function workThrough<T extends { readonly id: number }>(options: {
  readonly workers: number;
  readonly next: (inProgress: ReadonlySet<number>) => Promise<readonly T[]>;
  readonly work: (item: T) => Promise<void>;
  /** Checked before each item. */
  readonly enough: () => boolean;
}): Promise<void> {
  const inProgress = new Set<number>();
  const queue: T[] = [];
  let fetching: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const fetch = async (): Promise<void> => {
    for (const item of await options.next(inProgress)) {
      inProgress.add(item.id);
      queue.push(item);
    }
  };
  const take = async (): Promise<T | undefined> => {
    if (queue.length === 0) {
      fetching ??= fetch().finally(() => {
        fetching = undefined;
      });
      await fetching;
    }
    return queue.shift();
  };
  const worker = async (): Promise<void> => {
    while (!failure && !options.enough()) {
      const item = await take();
      if (item === undefined) return;
      try {
        await options.work(item);
      } finally {
        inProgress.delete(item.id);
      }
    }
  };
  await Promise.all(
    Array.from({ length: options.workers }, () =>
      worker().catch((error: unknown) => {
        failure ??= { error };
      }),
    ),
  );
  if (failure) throw (failure as { error: unknown }).error;
}
