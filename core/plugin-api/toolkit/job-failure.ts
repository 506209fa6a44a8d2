/** Why a job failed: thrown in the process of the job, and passed on to the caller. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** Defined by the task, such as `picture`; `unknown` for an unexpected error. */
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The process crashed, or hung and was killed, over the same job twice. */
export class JobDeadly extends Error {
  override readonly name = 'JobDeadly';
  /** Seconds after which it counted as hanging; undefined if it crashed. */
  readonly late: number | undefined;

  constructor(message: string, late?: number) {
    super(message);
    this.late = late;
  }
}

/** The process does not start: the installation is broken, not the job. */
export class ProcessBroken extends Error {
  override readonly name = 'ProcessBroken';
}

/** The error of a job that needs more memory than allowed; in whole megabytes. */
export function tooMuchMemory(bytes: number, limit: number): JobFailure {
  const [needed, allowed] = [bytes, limit].map((amount) => `${Math.ceil(amount / 1e6)} MB`);
  return new JobFailure('memory', `The picture takes ${needed} of memory to decode, more than the limit of ${allowed}`);
}
