import type { MlPriority } from 'photofinch/plugin-api';
import { bytes, fail, fields, list, number, token, whole } from './checks.ts';
import { keyBytes } from './keys.ts';
import { readOffer, type Offer } from './offer.ts';

/*
 * [Note: What workers and server say]
 *
 * A worker asks for a session in the clear, with its public keys; the answer has those of the server, and from then on all is
 * sealed. In a session the worker asks and the server answers. What is asked begins with a number of 64 bits, higher each time, so
 * that nothing counts twice; question and answer are sealed under the session's name and that number.
 *
 *   announce   what the worker has, whether its models can work, and which jobs it has in hand: every few seconds, which is also the
 *              sign that it lives
 *   work       a piece of a job for which it has drawn a ticket
 *   return     a job that it cannot do now
 *   leave      it ends
 */

const protocol = 1;

/** A worker's and a server's word before a session. */
export interface Greeting {
  readonly key: Buffer;
  readonly fresh: Buffer;
}

export interface Welcome extends Greeting {
  readonly session: string;
}

export type Question =
  | {
      readonly kind: 'announce';
      readonly offer: Offer;
      readonly holding: readonly string[];
      /** False while its models cannot work, whichever job it is. */
      readonly able: boolean;
    }
  | { readonly kind: 'work'; readonly job: string; readonly lane: string; readonly piece: number }
  | { readonly kind: 'return'; readonly job: string }
  | { readonly kind: 'leave' };

/** Whether a worker gets work. */
export type Standing = 'admitted' | 'waiting' | 'set aside';

/** A consumer to draw tickets from. */
export interface Lane {
  readonly name: string;
  readonly priority: MlPriority;
}

/** What a worker is told when it announces itself. */
export interface Instructions {
  readonly standing: Standing;
  /** Seconds until the next announcement. */
  readonly every: number;
  /** Seconds without a sign of life after which a job in hand is given to another. */
  readonly lease: number;
  /** Those whose jobs it has the models for, a person's first. */
  readonly lanes: readonly Lane[];
  /** The names of those in which there may be something. */
  readonly waiting: readonly string[];
}

const standings: readonly Standing[] = ['admitted', 'waiting', 'set aside'];

/** Bytes of what is asked at most. */
export const longestQuestion = 64 * 1024;
const mostHeld = 1024;

export function greetingText({ key, fresh }: Record<'key' | 'fresh', Uint8Array>): string {
  return JSON.stringify({ protocol, key: base64(key), fresh: base64(fresh) });
}

export function welcomeText(welcome: { session: string; key: Uint8Array; fresh: Uint8Array }): string {
  const { session, key, fresh } = welcome;
  return JSON.stringify({ protocol, session, key: base64(key), fresh: base64(fresh) });
}

/** @throws WrongShape */
export function readGreeting(json: string): Greeting {
  const given = fields(parsed(json), 'the greeting');
  if (given['protocol'] !== protocol)
    fail(`the other side speaks version ${JSON.stringify(given['protocol'])} and not ${protocol}`);
  return { key: bytes(given['key'], 'the key', keyBytes), fresh: bytes(given['fresh'], 'the fresh key', keyBytes) };
}

/** @throws WrongShape */
export function readWelcome(json: string): Welcome {
  return { ...readGreeting(json), session: token(fields(parsed(json), 'the welcome')['session'], 'the session') };
}

/** @throws WrongShape */
export function readQuestion(json: string): Question {
  const asked = fields(parsed(json), 'the question');
  switch (asked['kind']) {
    case 'announce':
      return {
        kind: 'announce',
        offer: readOffer(asked['offer']),
        holding: list(asked['holding'], 'the list of jobs', mostHeld).map((job) => token(job, 'a job')),
        able: asked['able'] === true,
      };
    case 'work':
      return {
        kind: 'work',
        job: token(asked['job'], 'the job'),
        lane: token(asked['lane'], 'the lane'),
        piece: whole(asked['piece'], 'the piece', 0, 65_535),
      };
    case 'return':
      return { kind: 'return', job: token(asked['job'], 'the job') };
    case 'leave':
      return { kind: 'leave' };
    default:
      return fail('the question is none');
  }
}

/** @throws WrongShape */
export function readInstructions(json: string): Instructions {
  const told = fields(parsed(json), 'the instructions');
  return {
    standing: standings.find((one) => one === told['standing']) ?? fail('the standing is none'),
    every: number(told['every'], 'every', 0.1, 60),
    lease: number(told['lease'], 'the lease', 1, 3600),
    lanes: list(told['lanes'], 'the lanes', 256).map((entry) => {
      const { name, priority } = fields(entry, 'a lane');
      return { name: token(name, 'a lane'), priority: priority === 'interactive' ? priority : 'background' };
    }),
    waiting: list(told['waiting'], 'the lanes with work', 256).map((name) => token(name, 'a lane')),
  };
}

/** A number of 64 bits before what is sealed. */
export const countBytes = 8;

export function countHead(count: bigint): Buffer {
  const head = Buffer.alloc(countBytes);
  head.writeBigUInt64LE(count);
  return head;
}

const base64 = (key: Uint8Array): string => Buffer.from(key).toString('base64');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return fail('what came is no JSON');
  }
}
