import type { Readable } from 'node:stream';
import { replyProblem } from './shapes/reply.ts';

/** A cookie of a plugin. It is sent to the plugin's own addresses alone, and scripts cannot read it. */
export interface PluginCookie {
  readonly value: string;
  /** Seconds; absent: until the browser is closed. */
  readonly maxAge?: number;
  /** `None` also comes with requests that pages of other sites send, such as a form of a sign-in service. Default `Lax`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

export interface PluginReplyOptions {
  /** 200 to 599; default 200. */
  readonly status?: number;
  /** The server's security headers cannot be set here. Cookies have their own field. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies to set, by name; null clears one. */
  readonly cookies?: Readonly<Record<string, string | PluginCookie | null>>;
}

/** Bytes, text, a JSON value, or nothing. A stream is sent as it comes, and destroyed when the client goes away. */
export type PluginReplyBody = Readable | Uint8Array | string | object | number | boolean | null;

/** Known by this, since a plugin may have a copy of the contract. */
const mark = Symbol.for('photofinch.PluginReply');

/**
 * What a plugin's route answers when it is more than JSON with status 200. Without a `content-type`, text is
 * `text/plain`, bytes and streams are `application/octet-stream`, and all else is JSON.
 */
export class PluginReply {
  readonly [mark] = true;
  readonly body: PluginReplyBody;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string | PluginCookie | null>>;

  /** @throws TypeError for a status, header or cookie that cannot be sent */
  constructor(body: PluginReplyBody, { status = 200, headers = {}, cookies = {} }: PluginReplyOptions = {}) {
    const problem = replyProblem({ body, status, headers, cookies });
    if (problem) throw new TypeError(`A PluginReply ${problem[0]}: ${problem[1]}.`);
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.cookies = cookies;
  }

  /**
   * Sends the client elsewhere.
   * @param to an address or a path; never one that a stranger chose
   * @param status 303 turns every method into GET, 307 keeps it
   */
  static redirect(to: string, status: 301 | 302 | 303 | 307 | 308 = 303, more: PluginReplyOptions = {}): PluginReply {
    return new PluginReply(null, { ...more, status, headers: { ...more.headers, location: to } });
  }
}

/** Whether a route answered with a reply, of whichever copy of the contract. */
export function isPluginReply(answer: unknown): answer is PluginReply {
  return typeof answer === 'object' && answer !== null && mark in answer;
}
