import { Writable } from 'node:stream';
import { Dispenser, type FilePart } from '@hapi/pez';
import { DomainError } from '../../domain/errors.ts';

/**
 * The maximum number of bytes in a form besides its file: boundaries and headers. A browser sends a few hundred. Parsing a
 * long header takes quadratic time: 2 s for 60,000 characters.
 */
export const largestFrame = 4096;

/**
 * The number of bytes to parse before the form's limits are checked again. This limits the work for a form with many tiny
 * parts, which must not block the event loop, and makes each slice of the file fit into the buffer of its part.
 */
const slice = 1024;

interface FormFileOptions {
  readonly boundary: string;
  /** The name of the part. */
  readonly part: string;
  /** The maximum size of the file, in bytes. */
  readonly maxBytes: number;
  /** The size of the whole form as announced by the client, in bytes; 0 if unknown. */
  readonly expected: number;
}

/**
 * The single file of a form, parsed while it arrives: an invalid form is rejected at its first wrong byte. Only the file is
 * kept in memory.
 */
export class FormFile extends Writable {
  readonly #options: FormFileOptions;
  readonly #form: Dispenser;
  #part: FilePart | undefined;
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** The number of bytes of the form that do not belong to the file. */
  #frame = 0;
  #fault: DomainError | undefined;

  constructor(options: FormFileOptions) {
    super();
    this.#options = options;
    const { boundary, maxBytes, expected } = options;
    this.#bytes = new Uint8Array(Math.min(expected, maxBytes));
    this.#form = new Dispenser({ boundary });
    this.#form
      .on('part', (part) => {
        this.#begin(part);
      })
      .on('field', (name) => {
        this.#refuse(name === options.part ? `${name} must be a file with a file name.` : this.#notAllowed(name));
      })
      .on('error', (error) => {
        this.#refuse('The body is not a whole multipart form.', error);
      });
  }

  /** The file, after the form has ended. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error) => void): void {
    for (let at = 0; at < chunk.length && !this.#fault; at += slice) this.#take(chunk.subarray(at, at + slice));
    callback(this.#fault);
  }

  override _final(callback: (error?: Error) => void): void {
    const end = (): void => {
      if (!this.#part) this.#refuse(`Send exactly one part named ${this.#options.part}.`);
      callback(this.#fault);
    };
    this.#form.once('close', end).once('error', end).end();
  }

  #take(piece: Buffer): void {
    this.#form.write(piece);
    this.#frame += piece.length;
    const content = this.#part?.read() as Buffer | null | undefined;
    if (content && !this.#fault) this.#keep(content);
    if (this.#frame > largestFrame) {
      this.#refuse(`The form has more than 4 KiB beside its file: send one part, ${this.#options.part}.`);
    }
  }

  #begin(part: FilePart): void {
    if (part.name !== this.#options.part) this.#refuse(this.#notAllowed(part.name));
    else if (this.#part) this.#refuse(`Send exactly one part named ${part.name}.`);
    else if (/base64|quoted-printable/i.test(part.headers['content-transfer-encoding'] ?? '')) {
      this.#refuse('Send the file as it is, without Content-Transfer-Encoding.');
    } else this.#part = part;
  }

  #keep(content: Buffer): void {
    const { maxBytes } = this.#options;
    const length = this.#length + content.length;
    if (length > maxBytes) {
      this.#fault ??= tooLarge(maxBytes);
      return;
    }
    if (length > this.#bytes.length) {
      const largerBuffer = new Uint8Array(Math.min(maxBytes, Math.max(length, 2 * this.#bytes.length)));
      largerBuffer.set(this.bytes);
      this.#bytes = largerBuffer;
    }
    this.#bytes.set(content, this.#length);
    this.#length = length;
    this.#frame -= content.length;
  }

  #notAllowed(name: string): string {
    return `${name.slice(0, 100)} is not allowed: send one part, ${this.#options.part}.`;
  }

  /** Keeps the first error. */
  #refuse(message: string, cause?: Error): void {
    this.#fault ??= new DomainError('bad_input', message, { cause });
  }
}

export function tooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `The file is larger than ${maxBytes / 1024 / 1024} MiB.`, {
    problem: 'picture_too_large',
  });
}
