import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { linkedSignal, MemoryBudget } from 'photofinch/plugin-api/toolkit';
import type { Names } from '../nats/names.ts';
import { fingerprintOf, freshKeyPair, sessionKeysOfWorker, type KeyPair, type SessionKeys } from '../wire/keys.ts';
import { seal, unseal } from '../wire/sealing.ts';
import { countHead, greetingText, readWelcome, type Question } from '../wire/talk.ts';

/** The time limit for a reply of the server, in milliseconds. */
const patience = 10_000;

/**
 * The pieces of jobs that are on their way at once. Each has its time limit from when it is requested, so on a slow line
 * many at once would all be too late.
 */
const piecesAtOnce = 2;

/** The server does not know the session: it has restarted, or has dropped it. */
export class SessionOver extends Error {
  override readonly name = 'SessionOver';
}

/** The server that answers has another key than required. */
export class WrongServer extends Error {
  override readonly name = 'WrongServer';
}

/** A session with the server, in which all messages are sealed. */
export class ServerSession {
  /** The server's long-term public key. */
  readonly serverKey: Uint8Array;
  readonly id: string;
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #keys: SessionKeys;
  /** Rejects the pending requests. */
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #pieces = new MemoryBudget(piecesAtOnce);
  readonly #over = new AbortController();
  #count = 0n;

  private constructor(
    connection: NatsConnection,
    subject: string,
    id: string,
    serverKey: Uint8Array,
    keys: SessionKeys,
  ) {
    this.#connection = connection;
    this.#subject = subject;
    this.id = id;
    this.serverKey = serverKey;
    this.#keys = keys;
  }

  /**
   * Opens a session.
   * @param server the required fingerprint of the server's key; undefined accepts any
   * @throws WrongServer, WrongShape, or the error of NATS if no server answers
   */
  static async open(
    connection: NatsConnection,
    names: Names,
    { own, server }: { readonly own: KeyPair; readonly server: string | undefined },
  ): Promise<ServerSession> {
    const ownFresh = freshKeyPair();
    const greeting = greetingText({ key: own.publicKey, fresh: ownFresh.publicKey });
    const answer = await connection.request(names.hello, greeting, { timeout: patience });
    const { session, key, fresh } = readWelcome(answer.string());
    const fingerprint = fingerprintOf(key);
    if (server !== undefined && fingerprint !== server) {
      throw new WrongServer(`A server with the key ${fingerprint} answers, and not ${server}.`);
    }
    const keys = sessionKeysOfWorker({ session, own, ownFresh, other: key, otherFresh: fresh });
    return new ServerSession(connection, names.ask(session), session, key, keys);
  }

  /** Rejects all pending requests, which the server cannot answer any more. */
  end(): void {
    const over = new SessionOver('The session is over.');
    this.#over.abort(over);
    for (const reject of this.#waiting) reject(over);
  }

  /**
   * Requests a piece of a job, after other pieces that are on their way.
   * @param signal aborted when the piece is of no use any more; a request that is on its way goes on
   * @throws like `ask`, or the reason of `signal`
   */
  async askForPiece(question: Extract<Question, { kind: 'work' }>, signal: AbortSignal): Promise<Buffer> {
    const either = linkedSignal(this.#over.signal, signal);
    const leave = await this.#pieces.take(1, { signal: either.signal }).finally(either.release);
    try {
      return await this.ask(question);
    } finally {
      leave();
    }
  }

  /** @throws SessionOver, NotAuthentic, or the error of NATS if the server does not answer */
  async ask(question: Question): Promise<Buffer> {
    this.#count += 1n;
    const count = this.#count;
    const sealed = seal(this.#keys.toServer, ['ask', this.id, String(count)], [Buffer.from(JSON.stringify(question))]);
    const message = Buffer.concat([countHead(count), sealed]);
    const { data } = await this.#request(message);
    if (data.length === 0) throw new SessionOver('The server does not know this session.');
    return unseal(this.#keys.toWorker, ['reply', this.id, String(count)], data);
  }

  async #request(message: Uint8Array): Promise<Msg> {
    let rejectRequest: ((error: Error) => void) | undefined;
    try {
      return await new Promise<Msg>((resolve, reject) => {
        rejectRequest = reject;
        this.#waiting.add(reject);
        this.#connection.request(this.#subject, message, { timeout: patience }).then(resolve, reject);
      });
    } finally {
      if (rejectRequest) this.#waiting.delete(rejectRequest);
    }
  }
}
