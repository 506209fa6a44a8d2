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

interface DeathCause {
  /** Seconds after which the process counted as hanging; undefined if it crashed. */
  readonly late?: number | undefined;
  /** Whether something else killed it, as the system does when memory is short. */
  readonly killed?: boolean;
}

/** The process crashed, or hung and was killed, over the same job twice. */
export class JobDeadly extends Error {
  override readonly name = 'JobDeadly';
  readonly late: DeathCause['late'];
  readonly killed: boolean;

  constructor(message: string, { late, killed = false }: DeathCause) {
    super(message);
    this.late = late;
    this.killed = killed;
  }
}

/** The process does not start: the installation or the machine is at fault, not the job. */
export class ProcessBroken extends Error {
  override readonly name = 'ProcessBroken';
  readonly killed: boolean;

  constructor(message: string, { killed = false, ...options }: ErrorOptions & Pick<DeathCause, 'killed'> = {}) {
    super(message, options);
    this.killed = killed;
  }
}

/** The error of a job that needs more memory than allowed; in whole megabytes. */
export function tooMuchMemory(bytes: number, limit: number): JobFailure {
  const [needed, allowed] = [bytes, limit].map((amount) => `${Math.ceil(amount / 1e6)} MB`);
  return new JobFailure('memory', `The picture takes ${needed} of memory to decode, more than the limit of ${allowed}`);
}
