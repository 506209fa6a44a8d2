import { createInbox, errors, nanos, type NatsConnection } from '@nats-io/transport-node';
import { readTicket, type Names } from '../nats/names.ts';

/** Milliseconds that NATS may take to say that there is nothing. */
const patience = 5000;

/** What JetStream takes for an answer to what it has handed out, see https://docs.nats.io/using-nats/developer/develop_jetstream/consumers. */
const words = { done: '+ACK', atWork: '+WPI', useless: '+TERM' } as const;

/** A ticket that was drawn: the worker has its job until the lease is over. */
export class DrawnTicket {
  readonly job: string;
  readonly lane: string;
  readonly #subject: string;
  readonly #connection: () => NatsConnection | undefined;

  constructor(
    ticket: { readonly subject: string; readonly reply: string },
    connection: () => NatsConnection | undefined,
  ) {
    const { job, lane } = readTicket(ticket.subject);
    this.job = job;
    this.lane = lane;
    this.#subject = ticket.reply;
    this.#connection = connection;
  }

  /** It is answered, or of no use to anybody, or the lease begins anew. What NATS does not hear costs a second look at most. */
  say(word: keyof typeof words): void {
    this.#connection()?.publish(this.#subject, words[word]);
  }

  /** Another worker may have it, after so many milliseconds. */
  giveBack(pause: number): void {
    this.#connection()?.publish(this.#subject, `-NAK ${JSON.stringify({ delay: nanos(pause) })}`);
  }
}

/**
 * Draws a ticket without waiting for one. The consumers of NATS's library wait for a second at least, and ask for rights to look at
 * the stream, which a worker does not need. Its `request` never ends when the connection does.
 * @returns undefined when the lane is empty
 * @throws Error when NATS does not answer, or the connection ends
 */
export function drawTicket(
  connection: NatsConnection,
  names: Names,
  lane: string,
): Promise<{ readonly subject: string; readonly reply: string } | undefined> {
  return new Promise((resolve, reject) => {
    const inbox = createInbox(names.inbox);
    const answers = connection.subscribe(inbox, {
      max: 1,
      timeout: patience,
      callback: (error, message) => {
        if (!error) resolve(message.reply ? { subject: message.subject, reply: message.reply } : undefined);
        else {
          answers.unsubscribe();
          reject(error);
        }
      },
    });
    void answers.closed.then(() => {
      reject(new errors.ClosedConnectionError());
    });
    connection.publish(names.next(lane), JSON.stringify({ batch: 1, no_wait: true }), { reply: inbox });
  });
}
