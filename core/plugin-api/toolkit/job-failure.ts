/** Why a job was not done: thrown where it was worked at, and told to whoever asked for it. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** Of the task's own making, such as `picture`; `unknown` for an error that nobody expected. */
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The process ended, or hung and was ended, over the same job twice. */
export class JobDeadly extends Error {
  override readonly name = 'JobDeadly';
  /** Seconds after which it was taken for one that hangs; undefined when it ended by itself. */
  readonly late: number | undefined;

  constructor(message: string, late?: number) {
    super(message);
    this.late = late;
  }
}

/** The process does not start: something is wrong with the installation, and with no job. */
export class ProcessBroken extends Error {
  override readonly name = 'ProcessBroken';
}

/** Of a job that takes more memory than there is; in whole megabytes. */
export function tooMuchMemory(bytes: number, limit: number): JobFailure {
  const [needed, most] = [bytes, limit].map((amount) => `${Math.ceil(amount / 1e6)} MB`);
  return new JobFailure('memory', `The picture takes ${needed} of memory to decode, more than the limit of ${most}`);
}
