declare module '@hapi/pez' {
  import type { PassThrough, Writable } from 'node:stream';

  /** A part with a file name: its bytes come as they arrive. */
  export interface FilePart extends PassThrough {
    readonly name: string;
    readonly filename: string;
    /** By name in lower case. */
    readonly headers: Readonly<Record<string, string>>;
  }

  interface DispenserEvents {
    part: [FilePart];
    /** A part without a file name, when it has wholly come. */
    field: [name: string, value: string];
    /** The form has ended as it must. */
    close: [];
    error: [Error];
  }

  /** Takes a multipart form apart. It does all of it while a piece is written, and never asks the writer to wait. */
  export class Dispenser extends Writable {
    constructor(options: { boundary: string });
    on<E extends keyof DispenserEvents>(event: E, listener: (...args: DispenserEvents[E]) => void): this;
    once<E extends keyof DispenserEvents>(event: E, listener: (...args: DispenserEvents[E]) => void): this;
  }
}
