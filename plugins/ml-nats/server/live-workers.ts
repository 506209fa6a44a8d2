import { randomBytes } from 'node:crypto';
import { fail } from '../wire/checks.ts';
import {
  answerKey,
  fingerprintOf,
  freshKeyPair,
  sessionKeysOfServer,
  type KeyPair,
  type SessionKeys,
} from '../wire/keys.ts';
import { fulfil, type Needs } from '../wire/needs.ts';
import type { Offer } from '../wire/offer.ts';
import type { Greeting, Standing, Welcome } from '../wire/talk.ts';

/** A worker's session with this server. Times are milliseconds of `performance.now`. */
export interface Session {
  readonly id: string;
  readonly fingerprint: string;
  readonly publicKey: Uint8Array;
  readonly keys: SessionKeys;
  /** The highest request number so far. */
  lastCount: bigint;
  seenAt: number;
  /** Whether its models can work, and the last time that they could. */
  able: boolean;
  ableAt: number;
  /** Null until the first announcement. */
  offer: Offer | null;
  standing: Standing;
}

interface Parts {
  readonly own: KeyPair;
  /** Milliseconds between two announcements. */
  readonly every: number;
}

/** The maximum number of sessions, since every account at NATS can open some. */
const maxSessions = 100;

/** The number of announcements that a worker may miss before it counts as gone. */
const mayMiss = 3;

/** The workers that are in contact with this server, and their sessions. */
export class LiveWorkers {
  readonly #with: Parts;
  readonly #sessions = new Map<string, Session>();
  readonly #answerKeys = new Map<string, Uint8Array>();
  /** When the server began to listen; workers need time to announce themselves after that. */
  #listeningSince = performance.now();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Must be called when the server listens again: no worker counts as gone until it has had time to announce itself. */
  listenAnew(): void {
    this.#listeningSince = performance.now();
  }

  /** Opens a session. @throws WrongShape for an invalid public key */
  open({ key, fresh }: Greeting): {
    session: Session;
    welcome: Pick<Welcome, 'session'> & Record<'key' | 'fresh', Uint8Array>;
  } {
    const { own } = this.#with;
    const id = randomBytes(12).toString('hex');
    const ownFresh = freshKeyPair();
    const keys = agreeOnKeys({ session: id, own, ownFresh, other: key, otherFresh: fresh });
    const session: Session = {
      ...{ id, fingerprint: fingerprintOf(key), publicKey: key, keys },
      ...{ lastCount: 0n, seenAt: performance.now(), able: false, ableAt: -Infinity, offer: null, standing: 'waiting' },
    };
    this.#sessions.set(id, session);
    this.#bound();
    return { session, welcome: { session: id, key: own.publicKey, fresh: ownFresh.publicKey } };
  }

  session(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Notes an announcement. Older sessions of the same worker end, since the worker has been restarted. */
  announced(session: Session, { offer, able }: Pick<Session, 'able'> & { offer: Offer }, standing: Standing): void {
    const now = performance.now();
    Object.assign(session, { offer, standing, able, seenAt: now, ableAt: able ? now : session.ableAt });
    for (const other of this.#sessions.values()) {
      if (other.fingerprint === session.fingerprint && other !== session) this.#sessions.delete(other.id);
    }
  }

  leave({ id }: Session): void {
    this.#sessions.delete(id);
  }

  /** The session of a worker that is online. */
  find(fingerprint: string): Session | undefined {
    return this.#present().find((session) => session.fingerprint === fingerprint);
  }

  /** The sessions of admitted workers that can do a job. @param excluded fingerprints */
  able(needs: Needs, excluded: ReadonlySet<string> = new Set()): Session[] {
    return this.#present().filter(
      (session) => session.able && mayDo(session, needs) && !excluded.has(session.fingerprint),
    );
  }

  /** Milliseconds since the last worker that can do a job was online; 0 while one is. */
  aloneFor(needs: Needs, excluded?: ReadonlySet<string>): number {
    if (this.able(needs, excluded).length > 0) return 0;
    const ableTimes = [...this.#sessions.values()]
      .filter((session) => mayDo(session, needs) && !excluded?.has(session.fingerprint))
      .map(({ ableAt }) => ableAt);
    return performance.now() - Math.max(this.#listeningSince, ...ableTimes);
  }

  /** The key of a worker's answers. @throws Error for an invalid public key */
  answerKey(publicKey: Uint8Array): Uint8Array {
    const fingerprint = fingerprintOf(publicKey);
    const key = this.#answerKeys.get(fingerprint) ?? answerKey(this.#with.own, publicKey);
    this.#answerKeys.set(fingerprint, key);
    return key;
  }

  #present(): Session[] {
    const { every } = this.#with;
    const now = performance.now();
    return [...this.#sessions.values()].filter(
      ({ offer, seenAt }) => offer && now - Math.max(seenAt, this.#listeningSince) < (mayMiss + 1) * every,
    );
  }

  /**
   * Drops the session that has been silent for longest; sessions of admitted workers last, so that strangers cannot evict
   * them.
   */
  #bound(): void {
    if (this.#sessions.size <= maxSessions) return;
    const rank = ({ standing }: Session): number => Number(standing === 'admitted');
    const [oldest] = [...this.#sessions.values()].sort((a, b) => rank(a) - rank(b) || a.seenAt - b.seenAt);
    if (oldest) this.#sessions.delete(oldest.id);
  }
}

function agreeOnKeys(agreement: Parameters<typeof sessionKeysOfServer>[0]): SessionKeys {
  try {
    return sessionKeysOfServer(agreement);
  } catch {
    return fail('the key is none');
  }
}

function mayDo({ standing, offer }: Session, needs: Needs): boolean {
  return standing === 'admitted' && offer !== null && fulfil(offer.models, needs);
}
