import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { PluginLog } from 'photofinch/plugin-api';
import { lastPart, priorities, type Names } from '../nats/names.ts';
import { WrongShape } from '../wire/checks.ts';
import { fingerprintOf } from '../wire/keys.ts';
import { fulfil, laneOf, type Needs } from '../wire/needs.ts';
import { NotAuthentic, seal, sealOverhead, unseal, type SealName } from '../wire/sealing.ts';
import {
  countBytes,
  longestQuestion,
  readGreeting,
  readQuestion,
  refusedText,
  welcomeText,
  type Instructions,
  type Question,
} from '../wire/talk.ts';
import { refusalBytes } from '../wire/transfer.ts';
import type { JobBook } from './job-book.ts';
import type { LiveWorkers, Session } from './live-workers.ts';
import type { WorkerRoll } from './worker-roll.ts';

interface Parts {
  readonly names: Names;
  readonly live: LiveWorkers;
  readonly roll: WorkerRoll;
  readonly book: JobBook;
  readonly log: PluginLog;
  /** Seconds. */
  readonly lease: number;
  readonly every: number;
  /** The needs of all jobs that this server can request with its current models. */
  readonly lanes: () => readonly Needs[];
  /** Whether a consumer exists: NATS sends no reply to a worker that draws from one that does not. */
  readonly isOpen: (consumer: string) => boolean;
  /** Called when a worker has come, has other models, or has left. */
  readonly onChange: () => void;
}

/**
 * The number of greetings answered per second: each costs a fraction of a millisecond of CPU time, and every account at NATS
 * can send them. Greetings with the keys of admitted workers have a separate limit, so that strangers cannot lock those out.
 */
const maxGreetings = 50;
/** The maximum size of a greeting, in bytes. */
const longestGreeting = 1024;

/** The reply to a request in an unknown session. */
const noSuchSession = new Uint8Array();

/** Answers the requests of workers: for a session, for instructions, and for the jobs whose tickets they have drawn. */
export class WorkerDesk {
  readonly #with: Parts;
  #connection: NatsConnection | undefined;
  #greetings = { ofStrangers: 0, ofAdmitted: 0 };
  #admitted: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Must be called with each new connection. */
  open(connection: NatsConnection): void {
    const { names } = this.#with;
    this.#connection = connection;
    connection.subscribe(names.hello, { callback: this.#orTell(this.#greet) });
    connection.subscribe(names.ask('*'), { callback: this.#orTell(this.#answer) });
    // Workers then open a session at once instead of at their next announcement.
    connection.publish(names.poke, names.hello);
  }

  /** Makes all workers announce themselves now. */
  call(): void {
    if (!this.#connection?.isClosed()) this.#connection?.publish(this.#with.names.poke, this.#with.names.news);
  }

  /** Must be called every second. */
  tick(): void {
    this.#greetings = { ofStrangers: 0, ofAdmitted: 0 };
    this.#admitted = new Set(this.#with.roll.admitted.map(({ fingerprint }) => fingerprint));
  }

  /** Logs the errors of a handler: a message from outside must never stop the server. */
  #orTell(handle: (message: Msg) => void) {
    return (error: Error | null, message: Msg): void => {
      try {
        if (error) throw error;
        handle(message);
      } catch (reason) {
        const { log } = this.#with;
        const isExpected = reason instanceof WrongShape || reason instanceof NotAuthentic;
        log[isExpected ? 'debug' : 'warn']('a worker’s message was refused', { reason: String(reason) });
      }
    };
  }

  readonly #greet = (message: Msg): void => {
    if (message.data.length > longestGreeting) throw new WrongShape('it is no greeting');
    const greeting = readGreeting(message.string());
    const origin = this.#admitted.has(fingerprintOf(greeting.key)) ? 'ofAdmitted' : 'ofStrangers';
    if ((this.#greetings[origin] += 1) > maxGreetings) return;
    const { welcome } = this.#with.live.open(greeting);
    this.#respond(message, welcomeText(welcome));
  };

  readonly #answer = (message: Msg): void => {
    const { live } = this.#with;
    const session = live.session(lastPart(message.subject));
    if (!session) {
      this.#respond(message, noSuchSession);
      return;
    }
    const { data } = message;
    if (data.length < countBytes + sealOverhead || data.length > longestQuestion)
      throw new WrongShape('it is no question');
    const count = Buffer.from(data.buffer, data.byteOffset, countBytes).readBigUInt64LE();
    if (count <= session.lastCount) throw new WrongShape('the question was asked before');
    const name: SealName = ['ask', session.id, String(count)];
    const text = unseal(session.keys.toServer, name, data.subarray(countBytes)).toString();
    // Only after authentication: otherwise anyone could send a high number and lock the worker out.
    session.lastCount = count;
    const respond = (answer: readonly Uint8Array[]): void => {
      this.#respond(message, seal(session.keys.toWorker, ['reply', session.id, String(count)], answer));
    };
    try {
      respond(this.#answerTo(session, readQuestion(text)));
    } catch (error) {
      if (error instanceof WrongShape) respond([Buffer.from(refusedText(error.message))]);
      throw error;
    }
  };

  /**
   * Replies only on the subjects of workers. The sender of a request chooses the subject of the reply, and could choose one
   * with which NATS deletes a stream, which this server has the right to do.
   */
  #respond(message: Msg, answer: string | Uint8Array): void {
    if (message.reply?.startsWith(`${this.#with.names.inbox}.`)) message.respond(answer);
    else throw new WrongShape('the answer would not go to a worker');
  }

  #answerTo(session: Session, question: Question): readonly Uint8Array[] {
    switch (question.kind) {
      case 'announce':
        return [Buffer.from(JSON.stringify(this.#instruct(session, question)))];
      case 'work': {
        const piecesOrRefusal = this.#give(session, question);
        return typeof piecesOrRefusal === 'string' ? [refusalBytes(piecesOrRefusal)] : piecesOrRefusal;
      }
      case 'return':
        this.#with.book.returned(session, question.job);
        return [];
      case 'leave':
        this.#with.book.left(session.fingerprint);
        this.#with.live.leave(session);
        this.#with.onChange();
        return [];
    }
  }

  /** Checks at the first piece of each job that the worker is still admitted. */
  #give(session: Session, { job, lane, piece }: Extract<Question, { kind: 'work' }>) {
    const { roll, book } = this.#with;
    if (piece === 0) session.standing = roll.standing(session.fingerprint);
    return session.standing === 'admitted' ? book.give(session, job, lane, piece) : 'not for you';
  }

  #instruct(session: Session, { offer, holding, able }: Extract<Question, { kind: 'announce' }>): Instructions {
    const { live, roll, book, names, lease, every, lanes, isOpen, onChange } = this.#with;
    const standing = roll.standing(session.fingerprint);
    if (standing === 'waiting') roll.noteWaiting(session.publicKey, offer.name);
    else roll.noteOffer(session.fingerprint, offer);
    const isSame = session.standing === standing && session.able === able;
    const isNews = !isSame || JSON.stringify(session.offer) !== JSON.stringify(offer);
    live.announced(session, { offer, able }, standing);
    if (isNews) onChange();
    if (standing !== 'admitted') return { standing, every, lease, lanes: [], waiting: [] };
    book.holds(session, holding);
    const open = withoutTwins([...lanes(), ...book.needs]).filter((needs) => fulfil(offer.models, needs));
    return {
      ...{ standing, every, lease },
      lanes: priorities
        .flatMap((priority) => open.map((needs) => ({ priority, name: names.consumer(priority, laneOf(needs)) })))
        .filter(({ name }) => isOpen(name)),
      waiting: [...new Set(book.waitingFor(session).map(({ priority, lane }) => names.consumer(priority, lane)))],
    };
  }
}

const withoutTwins = (all: readonly Needs[]): Needs[] => [
  ...new Map(all.map((needs) => [needs.join('\n'), needs])).values(),
];
