import type { MlPriority } from 'photofinch/plugin-api';

/** Person first. */
export const priorities: readonly MlPriority[] = ['interactive', 'background'];

/**
 * What subjects, streams and consumers are called: those of one server begin with its prefix. A ticket is a message
 * `<prefix>.work.<priority>.<lane>.<job>` without content; an answer is one or more messages `<prefix>.answer.<job>`.
 */
export class Names {
  readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** Where workers ask for a session. */
  get hello(): string {
    return `${this.prefix}.hello`;
  }

  /**
   * Where workers are told of a lane in which there is something, by the name of its consumer; that the server has started, by the
   * word of `hello`; or that they shall announce themselves, by that of `news`. It is a hint, which may get lost.
   */
  get poke(): string {
    return `${this.prefix}.poke`;
  }

  get news(): string {
    return `${this.prefix}.news`;
  }

  /** The beginning of subjects at which workers get answers. */
  get inbox(): string {
    return `${this.prefix}.inbox`;
  }

  /** The same of the server: workers have no right to listen there. */
  get serverInbox(): string {
    return `${this.prefix}.server`;
  }

  get workStream(): string {
    return `${this.prefix}_work`;
  }

  get answerStream(): string {
    return `${this.prefix}_answers`;
  }

  /** What workers say in a session; `*` for all. */
  ask(session: string): string {
    return `${this.prefix}.ask.${session}`;
  }

  /** Of one job; `*` for all. */
  answer(job: string): string {
    return `${this.prefix}.answer.${job}`;
  }

  /** All tickets of a priority and a lane, or one. */
  work(priority: string, lane: string, job: string): string {
    return `${this.prefix}.work.${priority}.${lane}.${job}`;
  }

  /** The consumer from which the tickets of a lane are drawn. */
  consumer(priority: MlPriority, lane: string): string {
    return `${priority}-${lane}`;
  }

  /** The subject by which one ticket of a consumer is asked for. */
  next(consumer: string): string {
    return `$JS.API.CONSUMER.MSG.NEXT.${this.workStream}.${consumer}`;
  }
}

/** The lane and the job of a ticket. */
export function readTicket(subject: string): { lane: string; job: string } {
  const [job = '', lane = ''] = subject.split('.').reverse();
  return { lane, job };
}

/** The last part of a subject: the job of an answer, the session of what was asked. */
export const lastPart = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);
