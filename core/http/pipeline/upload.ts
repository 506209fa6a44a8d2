import { finished, type Readable } from 'node:stream';
import { finished as whole } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIMEType } from 'node:util';
import type { Lifecycle, RouteOptions, RouteOptionsPayload } from '@hapi/hapi';
import { DomainError } from '../../domain/errors.ts';
import { onAbort } from '../../plugin-api/toolkit/index.ts';
import { FormFile, largestFrame, tooLarge } from './form-file.ts';

/** The rules for a route that accepts one file from an HTML form. */
export interface UploadRules {
  /** The name of the part. */
  readonly part: string;
  /** The maximum size of the file, in bytes. */
  readonly maxBytes: number;
  /** The accepted media types, for the API document. */
  readonly mediaTypes: readonly string[];
}

const formType = 'multipart/form-data';
/** As defined by RFC 2046, section 5.1.1; the parser requires a short boundary, too. */
const boundaryPattern = /^[\x20-\x7e]{1,70}$/;
/** Milliseconds that a body may take: enough for 20 MiB over a slow mobile network. */
const longestRead = 120_000;
/** Milliseconds without data after which the client counts as disconnected, since others are waiting. */
const longestPause = 10_000;

/** The maximum number of bytes of a rejected body that are read and discarded. */
const maxDiscarded = 100 * 1024 * 1024;

/** The hapi options of an upload route: the body is passed on unread. */
export function uploadOptions(rules: UploadRules): Pick<RouteOptions, 'payload' | 'ext'> {
  return { payload: uploadPayload(rules), ext: { onPreResponse: { method: discardRest } } };
}

/**
 * Reads the rest of a body before an error is sent. A client that is disconnected while it is sending reports a broken
 * connection, and its user never sees the error.
 */
const discardRest: Lifecycle.Method = async ({ raw: { req } }, h) => {
  if (req.readableEnded || req.destroyed || Number(req.headers['content-length']) > maxDiscarded) return h.continue;
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  let bytes = 0;
  req.once('end', end).once('close', end).once('error', end);
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) end();
  });
  await sleep(longestRead, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  return h.continue;
};

function uploadPayload({ maxBytes }: UploadRules): RouteOptionsPayload {
  return {
    output: 'stream',
    parse: false,
    // `Upload` checks the type itself, so that errors in the query take precedence.
    override: 'application/octet-stream',
    allow: ['application/octet-stream'],
    maxBytes: maxBytes + largestFrame,
    failAction: ((_request, _h, error) => {
      const status = error && 'output' in error ? (error.output as { statusCode: number }).statusCode : 0;
      if (status === 413) throw tooLarge(maxBytes);
      throw error ?? new Error('The body could not be read.');
    }) satisfies Lifecycle.Method,
  };
}

/**
 * A file that is being uploaded. Nothing of it is in memory, and the client can send hardly any of it, until `read` is
 * called: a route that reads few uploads at a time keeps few in memory. It is never written to disk.
 */
export class Upload {
  readonly #body: Readable;
  readonly #file: () => FormFile;

  constructor(body: Readable, headers: Readonly<Record<string, string | string[] | undefined>>, rules: UploadRules) {
    if (headers['content-encoding'] !== undefined) {
      throw new DomainError('bad_input', 'Send the form as it is, without Content-Encoding.');
    }
    const boundary = boundaryOf(String(headers['content-type'] ?? ''));
    const expected = Math.max(0, Number(headers['content-length']) || 0);
    this.#body = body;
    this.#file = () => new FormFile({ ...rules, boundary, expected });
  }

  /**
   * Reads the file. Discards the rest of a rejected form.
   * @throws DomainError `bad_input`, `too_large`
   */
  async read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#file();
    const stop = (message: string): void => {
      file.destroy(new DomainError('bad_input', message, { problem: 'upload_cut_off' }));
    };
    const tooSlow = (): void => {
      stop('The upload came too slowly: try again.');
    };
    const cutOff = (): void => {
      stop('The upload was cut off: try again.');
    };
    let pause = setTimeout(tooSlow, longestPause);
    const onData = (): void => {
      clearTimeout(pause);
      pause = setTimeout(tooSlow, longestPause);
    };
    const tooLong = AbortSignal.timeout(longestRead);
    const stopListening = [onAbort(tooLong, tooSlow), onAbort(signal, cutOff)];
    const forget = finished(this.#body, { writable: false }, (error) => {
      if (error) cutOff();
    });
    // Later errors of the connection are irrelevant, but without a listener they would end the process.
    this.#body.on('error', () => undefined);
    try {
      await whole(this.#body.on('data', onData).pipe(file));
      return file.bytes;
    } catch (error) {
      this.#body.unpipe(file).resume();
      throw error;
    } finally {
      clearTimeout(pause);
      forget();
      this.#body.off('data', onData);
      for (const stop of stopListening) stop();
    }
  }
}

function boundaryOf(contentType: string): string {
  const type = mimeTypeOf(contentType);
  if (type?.essence !== formType) throw new DomainError('not_an_image', `Send the file in a form: ${formType}.`);
  const boundary = type.params.get('boundary') ?? '';
  if (!boundaryPattern.test(boundary)) {
    throw new DomainError('bad_input', `Content-Type must name the boundary of the form, of 1 to 70 characters.`);
  }
  return boundary;
}

function mimeTypeOf(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}
