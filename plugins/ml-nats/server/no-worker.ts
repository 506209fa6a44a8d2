/** No worker can do the job, or NATS has been unreachable, for longer than the time limit. */
export class NobodyThere extends Error {
  override readonly name: string = 'NobodyThere';

  constructor(message = 'No worker is there that could do it.') {
    super(message);
  }
}

/** Workers are there, but all that could do the job were too slow for it or answered wrongly: it may be to blame itself. */
export class NobodyLeft extends NobodyThere {
  override readonly name = 'NobodyLeft';

  constructor() {
    super('All workers that could do it were too slow for it, or answered wrongly.');
  }
}
