import { createInbox, errors, nanos, type NatsConnection } from '@nats-io/transport-node';
import { readTicket, type Names } from '../nats/names.ts';

/** The time limit, in milliseconds, for NATS to reply that a lane is empty. */
const patience = 5000;

/** JetStream's acknowledgements, see https://docs.nats.io/using-nats/developer/develop_jetstream/consumers. */
const words = { done: '+ACK', atWork: '+WPI', useless: '+TERM' } as const;

/** A drawn ticket: the worker holds its job until the lease expires. */
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

  /**
   * Acknowledges the ticket, discards it, or extends its lease. If the message is lost, the ticket is only delivered once
   * more.
   */
  say(word: keyof typeof words): void {
    this.#connection()?.publish(this.#subject, words[word]);
  }

  /** Returns the ticket to the queue for another worker, after a pause in milliseconds. */
  giveBack(pause: number): void {
    this.#connection()?.publish(this.#subject, `-NAK ${JSON.stringify({ delay: nanos(pause) })}`);
  }
}

/**
 * Draws a ticket without waiting for one. The consumers of the NATS library wait for at least a second, and require
 * permissions on the stream that a worker does not otherwise need. The library's `request` stays pending when the connection
 * ends.
 * @returns undefined if the lane is empty
 * @throws Error if NATS does not answer, or the connection ends
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
