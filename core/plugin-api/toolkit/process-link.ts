import type { ChildProcess } from 'node:child_process';
import { abortable } from './abortable.ts';
import { startProcess, type ProcessOptions } from './start-process.ts';

/** The process ended before it responded to a call. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

export interface LinkSettings<Message> extends ProcessOptions {
  /** Called for each message that is not a response. */
  readonly onMessage: (message: Message) => void;
  /** The message of a `ProcessDied`. @param ending how the process ended: `was ended by SIGKILL` */
  readonly died: (ending: string) => string;
}

interface PendingCall<Reply> {
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/** The most milliseconds that a process may take to end after it was told to. */
const endTimeout = 5000;

/** A process that responds to calls by messages. A response has the `id` of its call; other messages have none. */
export class ProcessLink<Reply extends { readonly id: number }, Message = never> {
  readonly child: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #died: LinkSettings<Message>['died'];
  readonly #pending = new Map<number, PendingCall<Reply>>();
  #lastId = 0;
  #end: ProcessDied | undefined;

  /** @param module and `from` as for `startProcess` */
  constructor(module: string, from: string, { onMessage, died, ...options }: LinkSettings<Message>) {
    this.#died = died;
    this.child = startProcess(module, from, { serialization: 'advanced', ...options });
    this.child.on('message', (message) => {
      if (typeof message === 'object' && 'id' in message) {
        const reply = message as Reply;
        this.#pending.get(reply.id)?.resolve(reply);
      } else onMessage(message as Message);
    });
    this.ended = new Promise((resolve) => {
      const end = (code: unknown, signal?: unknown): void => {
        if (this.#end) return;
        this.#end = new ProcessDied(
          this.#died(typeof signal === 'string' ? `was ended by ${signal}` : `ended with ${String(code)}`),
        );
        for (const call of this.#pending.values()) call.reject(this.#end);
        resolve();
      };
      this.child.once('exit', end);
      this.child.once('error', end);
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Whether the process has ended. */
  get over(): boolean {
    return this.#end !== undefined;
  }

  /**
   * @param send sends the request, with the given id, using `send`
   * @param options.onAbort called if the signal is aborted before the response
   * @throws ProcessDied, or the reason of the signal
   */
  async call(
    send: (id: number) => void,
    { signal, onAbort }: { signal?: AbortSignal | undefined; onAbort?: (id: number) => void } = {},
  ): Promise<Reply> {
    signal?.throwIfAborted();
    if (this.#end) throw this.#end;
    const id = (this.#lastId += 1);
    try {
      return await abortable<Reply>(
        signal,
        (resolve, reject) => {
          this.#pending.set(id, { resolve, reject });
          send(id);
        },
        { onAbort: () => onAbort?.(id) },
      );
    } finally {
      this.#pending.delete(id);
    }
  }

  send(message: object): void {
    // An error here means that the process has ended, which is handled elsewhere.
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /**
   * Waits for the end of the process, and kills it after a timeout.
   * @param ask tells the process to end
   * @param timeLimit milliseconds
   */
  async end(ask: (child: ChildProcess) => void, timeLimit = endTimeout): Promise<void> {
    if (!this.over) ask(this.child);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), timeLimit);
    await this.ended;
    clearTimeout(timer);
  }
}
