import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isMlError, type MlPriority, type MlProvider, type PluginLog } from 'photofinch/plugin-api';
import type { Names } from '../nats/names.ts';
import { sealAnswer } from '../wire/answer-pieces.ts';
import { answerKey, type KeyPair } from '../wire/keys.ts';
import { fetchJob } from './fetch-job.ts';
import { OtherModels, runJob } from './run-job.ts';
import { SessionOver, type ServerSession } from './server-session.ts';
import type { DrawnTicket } from './ticket.ts';

interface Parts {
  readonly names: Names;
  readonly key: KeyPair;
  readonly provider: MlProvider;
  readonly log: PluginLog;
  readonly connection: () => NatsConnection | undefined;
  /** Seconds. */
  readonly lease: () => number;
  /** Told that the server has to hear something new, or is another one. */
  readonly onNews: () => void;
  /** Told that the provider cannot work for so many milliseconds. */
  readonly onUnable: (pause: number) => void;
  /** Told that a hand is free. */
  readonly onFree: () => void;
  /** Aborted when the worker ends: then the provider stops. */
  readonly signal: AbortSignal;
}

interface InHand {
  readonly priority: MlPriority;
  readonly done: Promise<void>;
}

/** Milliseconds after which a ticket that is for another worker goes to one. */
const elsewhere = 2000;
/** Milliseconds for which a provider that cannot work now is left alone, where it does not say. */
const usualPause = 30_000;
/** Milliseconds that NATS may take to write an answer down, and between two attempts. */
const patience = 10_000;
const sendAgain = 500;
/** Bytes of one message of an answer at most. */
const largestMessage = 500_000;

/** The jobs that a worker has in hand: gets each from the server, has the provider do it, and answers. */
export class JobHands {
  readonly #with: Parts;
  readonly #inHand = new Map<DrawnTicket, InHand>();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Their names. */
  get jobs(): string[] {
    return [...this.#inHand.keys()].map(({ job }) => job);
  }

  count(priority: MlPriority): number {
    return [...this.#inHand.values()].filter((one) => one.priority === priority).length;
  }

  /** Takes a job whose ticket was drawn. */
  take(ticket: DrawnTicket, priority: MlPriority, session: ServerSession): void {
    if (this.jobs.includes(ticket.job)) {
      // NATS has forgotten who has it: it is in good hands.
      ticket.giveBack(this.#with.lease() * 1000);
      return;
    }
    const done = this.#work(ticket, session).finally(() => {
      this.#inHand.delete(ticket);
      this.#with.onFree();
    });
    this.#inHand.set(ticket, { priority, done });
  }

  /** Resolves when all that is in hand now has come to its end, or after so many milliseconds. */
  async atEnd(limit: number): Promise<void> {
    const all = Promise.all([...this.#inHand.values()].map(({ done }) => done));
    await Promise.race([all, sleep(limit, undefined, { ref: false })]);
  }

  async #work(ticket: DrawnTicket, session: ServerSession): Promise<void> {
    const { provider, log, signal, lease } = this.#with;
    const alive = setInterval(
      () => {
        ticket.say('atWork');
      },
      (lease() * 1000) / 3,
    );
    try {
      const job = await fetchJob(session, ticket);
      if (job === 'gone') ticket.say('useless');
      else if (typeof job === 'string') ticket.giveBack(job === 'held' ? lease() * 500 : elsewhere);
      else {
        await this.#answer(ticket, await runJob(provider, job, signal), session.serverKey);
        ticket.say('done');
      }
    } catch (error) {
      log.debug('a job was given back', { reason: String(error) });
      await this.#giveBack(ticket, session, error);
    } finally {
      clearInterval(alive);
    }
  }

  async #giveBack(ticket: DrawnTicket, session: ServerSession, error: unknown): Promise<void> {
    const { log, signal, onNews, onUnable } = this.#with;
    // Before anything else: an announcement that names the job still would put it back into this hand.
    this.#inHand.delete(ticket);
    if (isMlError(error)) {
      log.warn('The models cannot work now: other workers get what is there.', { reason: error.message });
      onUnable(error.retryAfter === undefined ? usualPause : error.retryAfter * 1000);
    }
    if (isMlError(error) || error instanceof OtherModels || signal.aborted) {
      await session.ask({ kind: 'return', job: ticket.job }).catch(() => undefined);
    }
    ticket.giveBack(signal.aborted ? 0 : elsewhere);
    if (error instanceof SessionOver || error instanceof OtherModels) onNews();
  }

  /** Resolves once NATS has written the answer down: before that, the job is not done. */
  async #answer({ job, lane }: DrawnTicket, body: readonly Uint8Array[], server: Uint8Array): Promise<void> {
    const { names, key, connection } = this.#with;
    const most = Math.min(largestMessage, connection()?.info?.max_payload ?? largestMessage);
    const sealing = { key: answerKey(key, server), worker: key.publicKey, largestMessage: most };
    for (const piece of sealAnswer({ job, lane }, body, sealing)) await this.#send(names.answer(job), piece);
  }

  /** As often as it takes: NATS may be away for a while, and the work is done. */
  async #send(subject: string, piece: Uint8Array): Promise<void> {
    const { connection, log, signal } = this.#with;
    for (;;) {
      const there = connection();
      try {
        if (there) {
          await jetstream(there, { timeout: patience }).publish(subject, piece);
          return;
        }
      } catch (error) {
        log.debug('an answer could not be sent, and is sent again', { reason: String(error) });
      }
      signal.throwIfAborted();
      await sleep(sendAgain);
    }
  }
}
