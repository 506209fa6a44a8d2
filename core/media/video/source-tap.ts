import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { parseRange } from '../../domain/byte-range.ts';
import { SourceError } from '../../plugin-api/errors.ts';
import type { ByteRange, SourceContent } from '../../plugin-api/photo-source.ts';
import { isSameUser } from './same-user.ts';

/** A photo whose bytes a program may read. */
export interface LentFile {
  /** Bytes. */
  readonly size: number;
  readonly open: (range: ByteRange, signal: AbortSignal) => Promise<Pick<SourceContent, 'body' | 'length' | 'range'>>;
}

/** A program's temporary access to a file. */
export interface Loan {
  /** The URL for the program, valid until the end of the loan. */
  readonly url: string;
  /** Bytes that were read from the source. */
  readonly bytesRead: number;
  /** The error of the source for the last request; undefined if there was none. */
  readonly failure: unknown;
  /** Whether the program waits for bytes of the source now. */
  readonly isWaiting: boolean;
  end(): void;
}

/** The program has read more than allowed. */
export class LoanSpent extends Error {
  override readonly name = 'LoanSpent';
}

interface LentEntry {
  readonly file: LentFile;
  /** Maximum bytes. */
  readonly most: number;
  readonly over: AbortController;
  /** The open answers: each says whether it waits for the source. */
  readonly answers: Set<() => boolean>;
  bytesRead: number;
  failure: unknown;
}

/**
 * Gives programs that read videos temporary access to bytes of the photo source: through a URL that is only reachable from
 * this machine, with a token that expires with the program. A program can seek in it, and learns neither where the photos
 * are nor the credentials for them.
 */
export class SourceTap {
  readonly #lent = new Map<string, LentEntry>();
  #server: Promise<Server> | undefined;

  /** @param limit the maximum bytes that may be read from the source; beyond these, the failure of the loan is a `LoanSpent` */
  async lend(file: LentFile, limit = Infinity): Promise<Loan> {
    const server = await this.#listening();
    const token = randomBytes(24).toString('base64url');
    const over = new AbortController();
    const lent: LentEntry = { file, most: limit, over, answers: new Set(), bytesRead: 0, failure: undefined };
    this.#lent.set(token, lent);
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}`,
      get bytesRead() {
        return lent.bytesRead;
      },
      get failure() {
        return lent.failure;
      },
      get isWaiting() {
        return [...lent.answers].some((waits) => waits());
      },
      end: () => {
        this.#lent.delete(token);
        lent.over.abort();
      },
    };
  }

  /** A failure, as when too many files are open, is not remembered. */
  async #listening(): Promise<Server> {
    const opening = (this.#server ??= listening((request, response) => void this.#answer(request, response)));
    try {
      return await opening;
    } catch (error) {
      if (this.#server === opening) this.#server = undefined;
      throw error;
    }
  }

  /** Ends all loans. */
  async close(): Promise<void> {
    const server = await this.#server?.catch(() => undefined);
    for (const { over } of this.#lent.values()) over.abort();
    this.#lent.clear();
    server?.closeAllConnections();
    server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
    });
    const lent = this.#lent.get(request.url?.slice(1) ?? '');
    const isAllowed = lent && /^(GET|HEAD)$/.test(request.method ?? '') && (await isSameUser(request.socket));
    if (!isAllowed) {
      response.writeHead(404).end();
      return;
    }
    const { size } = lent.file;
    const range = parseRange(request.headers.range);
    const start = range === 'unsatisfiable' ? size : startOf(range, size);
    if (range === 'unsatisfiable' || start >= size) {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    const end = Math.min(range?.end ?? size - 1, size - 1);
    const signal = AbortSignal.any([closed.signal, lent.over.signal]);
    const blame = (error: unknown): void => {
      // A program that has read enough disconnects early.
      if (!signal.aborted) lent.failure = error;
    };
    let content: Awaited<ReturnType<LentFile['open']>> | null = null;
    // A program that does not take what has come waits for nothing.
    const waits = (): boolean => !response.writableNeedDrain && !content?.body.readableEnded;
    lent.answers.add(waits);
    try {
      if (request.method === 'GET') content = await openPart(lent, { start, end }, signal);
      response.writeHead(range ? 206 : 200, {
        'accept-ranges': 'bytes',
        'content-type': 'application/octet-stream',
        'content-length': end - start + 1,
        ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
        connection: 'close',
      });
      if (!content) return void response.end();
      const { body } = content;
      body
        // Registered here: when the response breaks off because of the error, it looks as if the program had disconnected.
        .once('error', blame)
        .on('data', (piece: Uint8Array) => {
          lent.bytesRead += piece.byteLength;
          if (lent.bytesRead > lent.most) body.destroy(new LoanSpent());
        })
        .pause();
      await pipeline(body, response, { signal });
    } catch (error) {
      blame(error);
      response.destroy();
    } finally {
      lent.answers.delete(waits);
    }
  }
}

const startOf = (range: ByteRange | null, size: number): number =>
  range === null ? 0 : range.start < 0 ? Math.max(0, size + range.start) : range.start;

/** @throws SourceError, also if the source only sends the whole photo */
async function openPart(
  { file, bytesRead, most }: LentEntry,
  range: { start: number; end: number },
  signal: AbortSignal,
): ReturnType<LentFile['open']> {
  if (bytesRead > most) throw new LoanSpent();
  const content = await file.open(range, signal);
  const isWhole = range.start === 0 && range.end === file.size - 1;
  const fits = content.range ? content.range.start === range.start : isWhole;
  if (fits && content.length === range.end - range.start + 1) return content;
  content.body.on('error', () => undefined).destroy();
  throw new SourceError('bad_answer', 'The photo source answered with another part of a video than it was asked for.');
}

function listening(onRequest: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onRequest);
    // A connection that cannot be accepted is an error of the server too: the program then does without it.
    server.on('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => {
      // The server does not keep the process alive.
      server.unref();
      resolve(server);
    });
  });
}
