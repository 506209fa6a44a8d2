import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isMlError, type MlPriority, type MlProvider, type PluginLog } from 'photofinch/plugin-api';
import type { Names } from '../nats/names.ts';
import { sealAnswer } from '../wire/answer-pieces.ts';
import { WrongShape } from '../wire/checks.ts';
import { answerKey, type KeyPair } from '../wire/keys.ts';
import { NotAuthentic } from '../wire/sealing.ts';
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
  /** Called when the worker must announce itself: its models have changed, or its session has ended. */
  readonly onNews: () => void;
  /** Called with a pause in milliseconds when the provider cannot work. */
  readonly onUnable: (pause: number) => void;
  /** Called when the worker can take another job. */
  readonly onFree: () => void;
  /** Aborted when the worker ends; it also stops the provider. */
  readonly signal: AbortSignal;
}

interface RunningJob {
  readonly priority: MlPriority;
  readonly done: Promise<void>;
}

/** Milliseconds after which NATS offers a refused ticket to another worker. */
const elsewhere = 2000;
/** The default pause, in milliseconds, of a provider that cannot work. */
const usualPause = 30_000;
/** Milliseconds: the time limit for NATS to store an answer, and the pause between two attempts. */
const patience = 10_000;
const sendAgain = 500;
/** The maximum size of a message of an answer, in bytes. */
const largestMessage = 500_000;

/** The jobs that a worker holds: fetches each from the server, runs it on the provider, and sends the answer. */
export class JobHands {
  readonly #with: Parts;
  readonly #inHand = new Map<DrawnTicket, RunningJob>();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** The names of the jobs. */
  get jobs(): string[] {
    return [...this.#inHand.keys()].map(({ job }) => job);
  }

  count(priority: MlPriority): number {
    return [...this.#inHand.values()].filter((job) => job.priority === priority).length;
  }

  /** Takes a job whose ticket was drawn. */
  take(ticket: DrawnTicket, priority: MlPriority, session: ServerSession): void {
    if (this.jobs.includes(ticket.job)) {
      // NATS has handed out the ticket twice, and this worker is already doing the job.
      ticket.giveBack(this.#with.lease() * 1000);
      return;
    }
    const done = this.#work(ticket, session).finally(() => {
      this.#inHand.delete(ticket);
      this.#with.onFree();
    });
    this.#inHand.set(ticket, { priority, done });
  }

  /** Resolves when all current jobs have ended, or after a limit in milliseconds. */
  async atEnd(limit: number): Promise<void> {
    const all = Promise.all([...this.#inHand.values()].map(({ done }) => done));
    await Promise.race([all, sleep(limit, undefined, { ref: false })]);
  }

  async #work(ticket: DrawnTicket, session: ServerSession): Promise<void> {
    const { provider, log, signal, lease } = this.#with;
    const heartbeat = setInterval(
      () => {
        ticket.say('atWork');
      },
      (lease() * 1000) / 3,
    );
    let isFetched = false;
    try {
      const job = await fetchJob(session, ticket);
      isFetched = true;
      if (job === 'gone') ticket.say('useless');
      else if (typeof job === 'string') ticket.giveBack(job === 'held' ? lease() * 500 : elsewhere);
      else {
        await this.#answer(ticket, await runJob(provider, job, signal), session.serverKey);
        ticket.say('done');
      }
    } catch (error) {
      log.debug('a job was given back', { reason: String(error) });
      await this.#giveBack(ticket, session, error, isFetched);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #giveBack(ticket: DrawnTicket, session: ServerSession, error: unknown, isFetched: boolean): Promise<void> {
    const { log, signal, onNews, onUnable } = this.#with;
    // This comes first: an announcement that still names the job would assign it to this worker again.
    this.#inHand.delete(ticket);
    if (isMlError(error)) {
      log.warn('The models cannot work now: other workers get what is there.', { reason: error.message });
      onUnable(error.retryAfter === undefined ? usualPause : error.retryAfter * 1000);
    }
    const isUnreadable = error instanceof WrongShape || error instanceof NotAuthentic;
    const isCutOff = !isFetched && !isUnreadable;
    if (isCutOff || isMlError(error) || error instanceof OtherModels || signal.aborted) {
      await session.ask({ kind: 'return', job: ticket.job }).catch(() => undefined);
    }
    ticket.giveBack(signal.aborted ? 0 : elsewhere);
    if (error instanceof SessionOver || error instanceof OtherModels) onNews();
  }

  /** Resolves once NATS has stored the answer; only then is the job done. */
  async #answer({ job, lane }: DrawnTicket, body: readonly Uint8Array[], server: Uint8Array): Promise<void> {
    const { names, key, connection } = this.#with;
    const largest = Math.min(largestMessage, connection()?.info?.max_payload ?? largestMessage);
    const sealing = { key: answerKey(key, server), worker: key.publicKey, largestMessage: largest };
    for (const piece of sealAnswer({ job, lane }, body, sealing)) await this.#send(names.answer(job), piece);
  }

  /** Retries until it succeeds: NATS may be unreachable for a while, and the result must not be lost. */
  async #send(subject: string, piece: Uint8Array): Promise<void> {
    const { connection, log, signal } = this.#with;
    for (;;) {
      const current = connection();
      try {
        if (current) {
          await jetstream(current, { timeout: patience }).publish(subject, piece);
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
