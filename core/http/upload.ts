import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifecycle, RouteOptions, RouteOptionsPayload } from '@hapi/hapi';
import { Response, type FormData } from 'undici';
import { DomainError } from '../domain/errors.ts';

/** A route that takes one file, as browsers send it from a form. */
export interface UploadRules {
  /** The name of the part. */
  readonly part: string;
  /** Of the file. */
  readonly maxBytes: number;
  /** What may be in it, for the API document. */
  readonly mediaTypes: readonly string[];
}

const formType = 'multipart/form-data';
/** Bytes of a form beside its file. */
const largestFrame = 64 * 1024;
/** Milliseconds that a body may take: 20 MiB over a slow mobile network. */
const longestRead = 120_000;
/** Milliseconds without a byte: whoever sends nothing for so long has lost their network, and others are waiting. */
const longestPause = 10_000;

/** Bytes of a refused body that are read and thrown away. */
const mostDiscarded = 100 * 1024 * 1024;

/** What hapi does about a route that takes an upload: it hands over the body unread. */
export function uploadOptions(rules: UploadRules): Pick<RouteOptions, 'payload' | 'ext'> {
  return { payload: uploadPayload(rules), ext: { onPreResponse: { method: discardRest } } };
}

/**
 * Reads what is left of a body before its refusal is sent. A client that is cut off while it is still sending reports a
 * broken connection, and its user never sees what was wrong.
 */
const discardRest: Lifecycle.Method = async ({ raw: { req } }, h) => {
  if (req.readableEnded || req.destroyed || Number(req.headers['content-length']) > mostDiscarded) return h.continue;
  const over = new AbortController();
  const end = (): void => {
    over.abort();
  };
  let bytes = 0;
  req.once('end', end).once('close', end).once('error', end);
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostDiscarded) end();
  });
  await sleep(longestRead, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  return h.continue;
};

function uploadPayload({ maxBytes }: UploadRules): RouteOptionsPayload {
  return {
    output: 'stream',
    parse: false,
    // `Upload` looks at the type itself: what is wrong with the query is said first.
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
 * A file that is on its way. Nothing of it is in memory, and hardly any of it leaves the sender, until `read` is called:
 * so whoever reads few at a time holds few. It never touches the disk.
 */
export class Upload {
  readonly #body: Readable;
  readonly #contentType: string;
  readonly #rules: UploadRules;

  constructor(body: Readable, headers: Readonly<Record<string, string | string[] | undefined>>, rules: UploadRules) {
    if (headers['content-encoding'] !== undefined) {
      throw new DomainError('bad_input', 'Send the form as it is, without Content-Encoding.');
    }
    this.#body = body;
    this.#contentType = String(headers['content-type'] ?? '');
    if (!this.#contentType.toLowerCase().startsWith(formType)) {
      throw new DomainError('not_an_image', `Send the file in a form: ${formType}.`);
    }
    this.#rules = rules;
  }

  /** @throws DomainError `bad_input`, `too_large` */
  async read(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const form = await this.#form(signal);
    const { part, maxBytes } = this.#rules;
    for (const name of form.keys()) {
      if (name !== part)
        throw new DomainError('bad_input', `${name.slice(0, 100)} is not allowed: send one part, ${part}.`);
    }
    const [file, ...others] = form.getAll(part);
    if (file === undefined || others.length > 0)
      throw new DomainError('bad_input', `Send exactly one part named ${part}.`);
    if (typeof file === 'string') throw new DomainError('bad_input', `${part} must be a file with a file name.`);
    if (file.size > maxBytes) throw tooLarge(maxBytes);
    return new Uint8Array(await file.arrayBuffer());
  }

  async #form(signal: AbortSignal): Promise<FormData> {
    const { maxBytes } = this.#rules;
    let bytes = 0;
    let fault: DomainError | undefined;
    const stop = (): void => {
      fault ??= new DomainError('bad_input', 'The upload came too slowly: try again.');
      counted.destroy(fault);
    };
    let pause = setTimeout(stop, longestPause);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        clearTimeout(pause);
        pause = setTimeout(stop, longestPause);
        bytes += chunk.length;
        if (bytes > maxBytes + largestFrame) fault ??= tooLarge(maxBytes);
        done(fault, chunk);
      },
    });
    const tooSlow = AbortSignal.timeout(longestRead);
    const cutOff = (): void => {
      fault ??= new DomainError('bad_input', 'The upload was cut off: try again.');
      counted.destroy(fault);
    };
    tooSlow.addEventListener('abort', stop);
    signal.addEventListener('abort', cutOff);
    this.#body.once('error', cutOff).once('aborted', cutOff);
    try {
      signal.throwIfAborted();
      const body = Readable.toWeb(this.#body.pipe(counted)) as ReadableStream<Uint8Array>;
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- for its memory, which `counted` bounds here
      return await new Response(body, { headers: { 'content-type': this.#contentType } }).formData();
    } catch (error) {
      // What is still to come is not kept.
      this.#body.unpipe(counted).resume();
      throw fault ?? new DomainError('bad_input', 'The body is not a whole multipart form.', { cause: error });
    } finally {
      clearTimeout(pause);
      tooSlow.removeEventListener('abort', stop);
      signal.removeEventListener('abort', cutOff);
    }
  }
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
}
