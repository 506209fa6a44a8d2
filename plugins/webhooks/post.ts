import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { linkedSignal } from 'photofinch/plugin-api/toolkit';

/** Milliseconds in which a receiver has to respond. */
const patience = 15_000;
/** The most bytes of a response that are read. They are ignored. */
const longestAnswer = 65_536;

interface OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

/**
 * Sends one message. Redirects are not followed, and count as failures.
 * @throws Error unless the status of the response is 2xx
 */
export function post(url: URL, { headers, body, lookup, signal }: OutgoingMessage): Promise<void> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const limited = linkedSignal(signal, AbortSignal.timeout(patience));
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Photofinch-Webhooks',
      },
      lookup,
      signal: limited.signal,
    });
    sent.on('error', reject);
    sent.on('close', () => {
      limited.release();
      // Node closes a connection that was to be upgraded (101) with neither an error nor a response.
      reject(new Error('it ended the connection without an answer'));
    });
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      discard(answer, sent);
      if (statusCode >= 200 && statusCode < 300) resolve();
      else if (statusCode >= 300 && statusCode < 400) {
        reject(
          new Error(`it answered ${statusCode}, and redirects are not followed: write the new address in WEBHOOKS_TO`),
        );
      } else reject(new Error(`it answered ${statusCode}`));
    });
    sent.end(body);
  });
}

/** Reads a short response to its end, so that the connection can be reused; a long one closes the connection. */
function discard(answer: IncomingMessage, sent: ClientRequest): void {
  let remaining = longestAnswer;
  answer.on('error', () => undefined);
  answer.on('data', (piece: Buffer) => {
    remaining -= piece.length;
    if (remaining < 0) sent.destroy();
  });
}
