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
  /** Of the worker that says it is its answer: what is sealed proves it. */
  readonly publicKey: Uint8Array;
  readonly fingerprint: string;
  readonly pieces: readonly AnswerPiece[];
}

interface Parts {
  readonly names: Names;
  readonly log: PluginLog;
  /** Whether answers of a worker count. */
  readonly counts: (fingerprint: string) => boolean;
  /** Told of a whole answer. @returns whether anybody waits for it */
  readonly onAnswer: (answer: Answer) => boolean;
}

interface Collected extends Answer {
  readonly pieces: AnswerPiece[];
  readonly messages: JsMsg[];
  bytes: number;
}

/** Seconds for which an answer waits that nobody has asked for again, and bytes of all such answers. */
const keptFor = 3600;
const mostBytes = 512 * 1024 * 1024;
/** Answers, whole or in part, that are held in memory: more than there are ever jobs under way. */
const mostCollected = 1000;
/** Milliseconds that whoever asked may take to write down what an answer says, and answers that are left to NATS for that long. */
const timeToWrite = 10_000;
const mostWritten = 500;

const consumerName = 'server';
const patience = 10_000;

/**
 * Takes answers out of JetStream: also those that came while the server was away, which are kept for an hour for whoever asks for
 * the same again. NATS keeps each for a while after it has arrived, since a server that is killed may not have written it down.
 */
export class AnswerBox {
  readonly #with: Parts;
  /** By job and answer. */
  readonly #collected = new Map<string, Collected>();
  /** Whole ones that nobody waits for, by job. */
  readonly #unclaimed = new Map<string, Collected>();
  /** Those that have arrived, the latest last. NATS keeps them still. */
  #arrived: { readonly answer: Collected; readonly at: number }[] = [];
  #messages: ConsumerMessages | undefined;

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Resolves once all answers that are there have been seen. To be called with each new connection. */
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
      max_bytes: mostBytes,
    });
    this.close();
    // A new one is handed at once what its predecessor was handed and has not confirmed.
    await manager.consumers.delete(name, consumerName).catch(() => undefined);
    const { num_pending: there } = await manager.consumers.add(name, {
      durable_name: consumerName,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(keptFor * 1000),
      max_ack_pending: 2 * mostCollected,
    });
    await this.#consume(connection, there);
  }

  close(): void {
    this.#messages?.stop();
    this.#messages = undefined;
    this.#collected.clear();
    this.#unclaimed.clear();
    this.#arrived = [];
  }

  /** To be called every second: what arrived a while ago, NATS keeps no more. */
  tick(): void {
    const now = performance.now();
    const count = Math.max(
      this.#arrived.length - mostWritten,
      this.#arrived.filter(({ at }) => now - at > timeToWrite).length,
    );
    for (const { answer } of this.#arrived.splice(0, count)) confirm(answer);
  }

  /** Takes an answer that came before anybody asked for it. */
  claim(job: string): Answer | undefined {
    const answer = this.#unclaimed.get(job);
    if (answer) this.#arrive(answer);
    return answer;
  }

  async #consume(connection: NatsConnection, there: number): Promise<void> {
    const consumer = await jetstream(connection, { timeout: patience }).consumers.get(
      this.#with.names.answerStream,
      consumerName,
    );
    let left = there;
    let caughtUp: () => void = () => undefined;
    const all = new Promise<void>((resolve, reject) => {
      caughtUp = resolve;
      void connection.closed().then(() => {
        reject(new Error('NATS is away'));
      });
    });
    all.catch(() => undefined);
    this.#messages = await consumer.consume({
      callback: (message) => {
        this.#take(message);
        left -= 1;
        if (left === 0) caughtUp();
      },
    });
    if (there === 0) caughtUp();
    await all;
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
      message.ack();
      if (!(error instanceof WrongShape)) throw error;
      log.warn('something came that is no answer', { reason: error.message });
    }
  }

  #collect(message: JsMsg, piece: AnswerPiece, fingerprint: string): void {
    const job = lastPart(message.subject);
    const key = `${job} ${fingerprint} ${piece.answer}`;
    const answer: Collected = this.#collected.get(key) ?? {
      ...{ job, publicKey: piece.worker, fingerprint, pieces: [], messages: [], bytes: 0 },
    };
    this.#collected.delete(key);
    this.#collected.set(key, answer);
    answer.messages.push(message);
    answer.bytes += piece.sealed.length;
    const [first = piece] = answer.pieces;
    if (piece.pieces === first.pieces && answer.bytes <= 2 * longestAnswer) answer.pieces[piece.piece] = piece;
    // Not `length`: a list with a hole has the length of a full one.
    if (Object.keys(answer.pieces).length === first.pieces) {
      this.#collected.delete(key);
      this.#whole(answer);
    }
    this.#bound(this.#collected);
  }

  #whole(answer: Collected): void {
    if (this.#with.onAnswer(answer)) {
      this.#arrive(answer);
      return;
    }
    const before = this.#unclaimed.get(answer.job);
    if (before) confirm(before);
    this.#unclaimed.set(answer.job, answer);
    this.#bound(this.#unclaimed);
  }

  #arrive(answer: Collected): void {
    this.#unclaimed.delete(answer.job);
    this.#arrived.push({ answer, at: performance.now() });
  }

  #bound(answers: Map<string, Collected>): void {
    if (answers.size <= mostCollected) return;
    const [key = '', oldest] = [...answers.entries()][0] ?? [];
    answers.delete(key);
    if (oldest) confirm(oldest);
  }
}

/** From here on NATS keeps it no more. */
function confirm({ messages }: Collected): void {
  for (const message of messages) message.ack();
}
