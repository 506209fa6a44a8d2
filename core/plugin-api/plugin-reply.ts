import type { Readable } from 'node:stream';
import { replyProblem } from './shapes/reply.ts';

/** A cookie of a plugin. It is only sent to the plugin's own URLs, and scripts cannot read it. */
export interface PluginCookie {
  readonly value: string;
  /** Seconds; absent: until the browser is closed. */
  readonly maxAge?: number;
  /** `None` is also sent with requests from other sites, such as a form of a sign-in service. Default `Lax`. */
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

/** Bytes, text, a JSON value, or nothing. A stream is sent as data arrives, and destroyed when the client disconnects. */
export type PluginReplyBody = Readable | Uint8Array | string | object | number | boolean | null;

/** Identifies a reply, since a plugin may have its own copy of the contract. */
const mark = Symbol.for('photofinch.PluginReply');

/**
 * A response of a plugin's route other than JSON with status 200. Without a `content-type`, text is `text/plain`, bytes and
 * streams are `application/octet-stream`, and everything else is JSON.
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
   * Redirects the client.
   * @param to a URL or a path; never one that came from a request
   * @param status 303 turns every method into GET, 307 keeps it
   */
  static redirect(
    to: string,
    status: 301 | 302 | 303 | 307 | 308 = 303,
    options: PluginReplyOptions = {},
  ): PluginReply {
    return new PluginReply(null, { ...options, status, headers: { ...options.headers, location: to } });
  }
}

/** Whether a route returned a reply, from any copy of the contract. */
export function isPluginReply(answer: unknown): answer is PluginReply {
  return typeof answer === 'object' && answer !== null && mark in answer;
}
