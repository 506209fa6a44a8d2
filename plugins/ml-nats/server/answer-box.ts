import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { PluginLog } from 'photofinch/plugin-api';
import { lastPart, type Names } from '../nats/names.ts';
import { longestAnswer, readPiece, type AnswerPiece } from '../wire/answer-pieces.ts';
import { WrongShape } from '../wire/checks.ts';
import { fingerprintOf } from '../wire/keys.ts';
import { ensureStream } from './work-queue.ts';

/** All pieces of one answer, still sealed. */
export interface Answer {
  readonly job: string;
  /** The key of the worker that claims to have sent the answer; only unsealing the answer proves it. */
  readonly publicKey: Uint8Array;
  readonly fingerprint: string;
  readonly pieces: readonly AnswerPiece[];
}

interface Parts {
  readonly names: Names;
  readonly log: PluginLog;
  /** Whether answers of a worker are accepted. */
  readonly counts: (fingerprint: string) => boolean;
  /** Called with each complete answer. @returns whether a caller waits for it */
  readonly onAnswer: (answer: Answer) => boolean;
}

interface PartialAnswer extends Answer {
  /** Indexed by their position; complete once there are `count` of them. */
  readonly pieces: AnswerPiece[];
  readonly count: number;
  readonly messages: JsMsg[];
  bytes: number;
}

/** How long, in seconds, the stream keeps answers that are not acknowledged, and the maximum size of the stream in bytes. */
const keptFor = 3600;
const maxBytes = 512 * 1024 * 1024;
/** The limits for messages held in memory: far more than the answers to all running jobs. */
const maxHeld = { messages: 1500, bytes: 4 * longestAnswer };
/** Maximum number of unacknowledged messages. It must never be reached, since NATS then delivers nothing more. */
const maxHandedOut = 2 * maxHeld.messages;
/** Milliseconds that the caller gets to store an answer before it is acknowledged. */
const timeToWrite = 10_000;

const consumerName = 'server';
/** Milliseconds: the time limit for a request to NATS, and for the delivery of all answers that it has stored. */
const patience = 10_000;

/**
 * Receives answers from JetStream. Answers that came while the server was down are kept for an hour, in case the same job is
 * requested again. An answer is acknowledged only a while after its arrival, because a server that is killed may not have
 * stored it yet.
 */
export class AnswerBox {
  readonly #with: Parts;
  /** Incomplete answers, by job, worker and the id of the answer. */
  readonly #collected = new Map<string, PartialAnswer>();
  /** Complete answers to jobs that are not running, by job. */
  readonly #unclaimed = new Map<string, PartialAnswer>();
  /** Answers that were delivered to their callers but are not yet acknowledged, oldest first. */
  #arrived: { readonly answer: PartialAnswer; readonly at: number }[] = [];
  /** The totals over all three collections. */
  #held = { messages: 0, bytes: 0 };
  #messages: ConsumerMessages | undefined;
  #connection: NatsConnection | undefined;

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /**
   * Resolves once all stored answers have been delivered, or after a time limit. Must be called with each new connection.
   */
  async open(connection: NatsConnection): Promise<void> {
    const { names } = this.#with;
    const { answerStream: name } = names;
    const manager = await jetstreamManager(connection, { timeout: patience });
    await ensureStream(manager, {
      name,
      subjects: [names.answer('*')],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(keptFor * 1000),
      max_bytes: maxBytes,
    });
    this.close();
    // A new consumer immediately receives the messages that the old one received but did not acknowledge.
    await manager.consumers.delete(name, consumerName).catch(() => undefined);
    const { num_pending: pending } = await manager.consumers.add(name, {
      durable_name: consumerName,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(keptFor * 1000),
      max_ack_pending: maxHandedOut,
    });
    await this.#consume(connection, pending);
  }

  close(): void {
    this.#messages?.stop();
    this.#messages = undefined;
    this.#collected.clear();
    this.#unclaimed.clear();
    this.#arrived = [];
    this.#held = { messages: 0, bytes: 0 };
    this.#connection = undefined;
  }

  /** Must be called every second: acknowledges the answers that arrived a while ago, so that NATS deletes them. */
  tick(): void {
    const now = performance.now();
    const count = this.#arrived.filter(({ at }) => now - at > timeToWrite).length;
    for (const { answer } of this.#arrived.splice(0, count)) this.#confirm(answer);
  }

  /** Takes an answer that arrived before its job was requested. */
  claim(job: string): Answer | undefined {
    const answer = this.#unclaimed.get(job);
    if (!answer) return undefined;
    this.#arrive(answer);
    // Its worker may have been removed meanwhile, or set aside for wrong answers.
    return this.#with.counts(answer.fingerprint) ? answer : undefined;
  }

  async #consume(connection: NatsConnection, pending: number): Promise<void> {
    const { names, log } = this.#with;
    const consumer = await jetstream(connection, { timeout: patience }).consumers.get(names.answerStream, consumerName);
    let remaining = pending;
    const allDelivered = new AbortController();
    this.#connection = connection;
    const messages = await consumer.consume({
      // Otherwise the library retries forever.
      abort_on_missing_resource: true,
      callback: (message) => {
        this.#take(message);
        remaining -= 1;
        if (remaining === 0) allDelivered.abort();
      },
    });
    this.#messages = messages;
    void messages.closed().then((reason) => {
      allDelivered.abort();
      if (this.#messages !== messages || !reason || connection.isClosed()) return;
      log.warn('NATS hands out no more answers: is there another server with the same ML_NATS_PREFIX?', {
        reason: String(reason),
      });
      // The next connection creates the stream and the consumer again.
      void connection.close();
    });
    if (pending > 0)
      await pause(patience, undefined, { signal: allDelivered.signal, ref: false }).catch(() => undefined);
  }

  #take(message: JsMsg): void {
    const { log, counts } = this.#with;
    try {
      const piece = readPiece(message.data);
      const fingerprint = fingerprintOf(piece.worker);
      if (!counts(fingerprint)) {
        message.ack();
        log.debug('an answer of a worker that is not admitted was refused', { worker: fingerprint });
        return;
      }
      this.#collect(message, piece, fingerprint);
    } catch (error) {
      // Never throw into the NATS library: it would stop delivering answers.
      message.ack();
      const isExpected = error instanceof WrongShape;
      log[isExpected ? 'debug' : 'error']('an answer could not be taken', { reason: String(error) });
    }
  }

  #collect(message: JsMsg, piece: AnswerPiece, fingerprint: string): void {
    const job = lastPart(message.subject);
    const key = `${job} ${fingerprint} ${piece.answer}`;
    const answer: PartialAnswer = this.#collected.get(key) ?? {
      ...{ job, publicKey: piece.worker, fingerprint, pieces: [], count: piece.pieces, messages: [], bytes: 0 },
    };
    const isOfIt = piece.pieces === answer.count && !answer.pieces[piece.piece];
    if (!isOfIt || answer.bytes > longestAnswer) {
      message.ack();
      return;
    }
    this.#collected.delete(key);
    this.#collected.set(key, answer);
    answer.pieces[piece.piece] = piece;
    answer.messages.push(message);
    answer.bytes += message.data.length;
    this.#held.messages += 1;
    this.#held.bytes += message.data.length;
    if (answer.messages.length === answer.count) {
      this.#collected.delete(key);
      this.#whole(answer);
    }
    this.#bound();
  }

  #whole(answer: PartialAnswer): void {
    if (this.#with.onAnswer(answer)) {
      this.#arrive(answer);
      return;
    }
    const before = this.#unclaimed.get(answer.job);
    if (before) this.#confirm(before);
    this.#unclaimed.set(answer.job, answer);
  }

  #arrive(answer: PartialAnswer): void {
    this.#unclaimed.delete(answer.job);
    this.#arrived.push({ answer, at: performance.now() });
  }

  /**
   * Enforces the memory limits: drops incomplete answers first, then unclaimed ones, the oldest first. Every account at NATS
   * can send pieces of answers that never become complete.
   */
  #bound(): void {
    while (this.#held.messages > maxHeld.messages || this.#held.bytes > maxHeld.bytes) {
      const oldest = takeFirst(this.#collected) ?? takeFirst(this.#unclaimed) ?? this.#arrived.shift()?.answer;
      if (!oldest) return;
      this.#confirm(oldest);
    }
  }

  /** Acknowledges all messages of an answer, so that NATS deletes them. */
  #confirm({ messages, bytes }: PartialAnswer): void {
    this.#held.messages -= messages.length;
    this.#held.bytes -= bytes;
    // An acknowledgement on a closed connection throws.
    if (this.#connection?.isClosed() === false) for (const message of messages) message.ack();
  }
}

function takeFirst(answers: Map<string, PartialAnswer>): PartialAnswer | undefined {
  for (const [key, answer] of answers) {
    answers.delete(key);
    return answer;
  }
  return undefined;
}
