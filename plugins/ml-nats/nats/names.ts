import type { MlPriority } from 'photofinch/plugin-api';

/** Jobs that a person waits for come first. */
export const priorities: readonly MlPriority[] = ['interactive', 'background'];

/**
 * The names of subjects, streams and consumers; those of one server begin with its prefix. A ticket is a message without
 * content on `<prefix>.work.<priority>.<lane>.<job>`; an answer is one or more messages on `<prefix>.answer.<job>`.
 */
export class Names {
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The subject on which workers request a session. */
  get hello(): string {
    return `${this.prefix}.hello`;
  }

  /**
   * The subject on which the server sends hints to workers: the name of a consumer whose lane has tickets, the name `hello`
   * when the server has started, or the name `news` when workers must announce themselves. A hint may get lost.
   */
  get poke(): string {
    return `${this.prefix}.poke`;
  }

  get news(): string {
    return `${this.prefix}.news`;
  }

  /** The prefix of the subjects on which workers receive replies. */
  get inbox(): string {
    return `${this.prefix}.inbox`;
  }

  /** The prefix of the subjects on which the server receives replies; workers may not subscribe to them. */
  get serverInbox(): string {
    return `${this.prefix}.server`;
  }

  get workStream(): string {
    return `${this.prefix}_work`;
  }

  get answerStream(): string {
    return `${this.prefix}_answers`;
  }

  /** The subject of a worker's requests in a session; `*` for all sessions. */
  ask(session: string): string {
    return `${this.prefix}.ask.${session}`;
  }

  /** The subject of the answers to a job; `*` for all jobs. */
  answer(job: string): string {
    return `${this.prefix}.answer.${job}`;
  }

  /** The subject of a ticket; each argument may be `*`. */
  work(priority: string, lane: string, job: string): string {
    return `${this.prefix}.work.${priority}.${lane}.${job}`;
  }

  /** The consumer from which the tickets of a lane are drawn. */
  consumer(priority: MlPriority, lane: string): string {
    return `${priority}-${lane}`;
  }

  /** The subject on which to request the next ticket of a consumer. */
  next(consumer: string): string {
    return `$JS.API.CONSUMER.MSG.NEXT.${this.workStream}.${consumer}`;
  }
}

/** The lane and the job of a ticket. */
export function readTicket(subject: string): { lane: string; job: string } {
  const [job = '', lane = ''] = subject.split('.').reverse();
  return { lane, job };
}

/** The last token of a subject: the job of an answer, or the session of a request. */
export const lastPart = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);
