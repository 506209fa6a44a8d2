import type { MlPriority } from 'photofinch/plugin-api';
import { bytes, fail, fields, list, number, oneLine, text, token, integer } from './checks.ts';
import { keyBytes } from './keys.ts';
import { readOffer, type Offer } from './offer.ts';

/*
 * [Note: What workers and server say]
 *
 * A worker requests a session in the clear, with its public keys; the reply contains the server's public keys, and all later
 * messages are sealed. In a session the worker sends requests and the server replies. A request begins with a 64-bit number
 * that increases with each request, which prevents replays; request and reply are sealed under the session's id and that
 * number.
 *
 *   announce   the offer, whether the models can work, and which jobs the worker holds; every few seconds, as a heartbeat
 *   work       requests a piece of a job whose ticket the worker has drawn
 *   return     returns a job that the worker cannot do now
 *   leave      the worker shuts down
 *
 * The reply to a request that is invalid is the reason, so that a worker can tell its people what to change.
 */

const protocol = 1;

/** The public keys of one side, sent before a session. */
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
      /** False while its models cannot do any job. */
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

/** The server's reply to an announcement. */
export interface Instructions {
  readonly standing: Standing;
  /** Seconds until the next announcement. */
  readonly every: number;
  /** Seconds without a heartbeat after which a job goes to another worker. */
  readonly lease: number;
  /** The lanes that the worker can serve, interactive ones first. */
  readonly lanes: readonly Lane[];
  /** The names of the lanes that may have tickets. */
  readonly waiting: readonly string[];
}

const standings: readonly Standing[] = ['admitted', 'waiting', 'set aside'];

/** The maximum size of a request, in bytes. */
export const longestQuestion = 64 * 1024;
const maxHeld = 1024;
/** The maximum length of a reason for which a request is refused. */
const longestReason = 300;

export function greetingText({ key, fresh }: Record<'key' | 'fresh', Uint8Array>): string {
  return JSON.stringify({ protocol, key: base64(key), fresh: base64(fresh) });
}

export function welcomeText(welcome: { session: string; key: Uint8Array; fresh: Uint8Array }): string {
  const { session, key, fresh } = welcome;
  return JSON.stringify({ protocol, session, key: base64(key), fresh: base64(fresh) });
}

/** @throws WrongShape */
export function readGreeting(json: string): Greeting {
  const greeting = fields(parsed(json), 'the greeting');
  if (greeting['protocol'] !== protocol)
    fail(`the other side speaks version ${JSON.stringify(greeting['protocol'])} and not ${protocol}`);
  return {
    key: bytes(greeting['key'], 'the key', keyBytes),
    fresh: bytes(greeting['fresh'], 'the fresh key', keyBytes),
  };
}

/** @throws WrongShape */
export function readWelcome(json: string): Welcome {
  return { ...readGreeting(json), session: token(fields(parsed(json), 'the welcome')['session'], 'the session') };
}

/** @throws WrongShape */
export function readQuestion(json: string): Question {
  const question = fields(parsed(json), 'the question');
  switch (question['kind']) {
    case 'announce':
      return {
        kind: 'announce',
        offer: readOffer(question['offer']),
        holding: list(question['holding'], 'the list of jobs', maxHeld).map((job) => token(job, 'a job')),
        able: question['able'] === true,
      };
    case 'work':
      return {
        kind: 'work',
        job: token(question['job'], 'the job'),
        lane: token(question['lane'], 'the lane'),
        piece: integer(question['piece'], 'the piece', 0, 65_535),
      };
    case 'return':
      return { kind: 'return', job: token(question['job'], 'the job') };
    case 'leave':
      return { kind: 'leave' };
    default:
      return fail('the question is none');
  }
}

/** The server refuses a request of the worker. The message is a clause in lower case. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export const refusedText = (problem: string): string => JSON.stringify({ refused: problem.slice(0, longestReason) });

/** @throws WrongShape, Refused */
export function readInstructions(json: string): Instructions {
  const instructions = fields(parsed(json), 'the instructions');
  const { refused } = instructions;
  if (refused !== undefined) throw new Refused(oneLine(text(refused, 'the reason', longestReason)));
  return {
    standing: standings.find((candidate) => candidate === instructions['standing']) ?? fail('the standing is none'),
    every: number(instructions['every'], 'every', 0.1, 60),
    lease: number(instructions['lease'], 'the lease', 1, 3600),
    lanes: list(instructions['lanes'], 'the lanes', 256).map((entry) => {
      const { name, priority } = fields(entry, 'a lane');
      return { name: token(name, 'a lane'), priority: priority === 'interactive' ? priority : 'background' };
    }),
    waiting: list(instructions['waiting'], 'the lanes with work', 256).map((name) => token(name, 'a lane')),
  };
}

/** The size of the 64-bit number before the sealed content. */
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
