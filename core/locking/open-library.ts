import type { Server as Listener } from 'node:http';
import { inject } from '../compose/inject.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { startServer, type RunningServer, type StartOptions } from '../main.ts';
import type { Config } from '../settings/env.ts';
import type { LockableOptions } from './lockable-options.ts';

interface OpenOptions extends Pick<StartOptions, 'control' | 'folder' | 'beforeListening'> {
  readonly signal: AbortSignal;
  readonly listener: Listener;
}

/** An open library: its running server and its keys. */
export class OpenLibrary {
  readonly server: RunningServer;
  readonly #keys: LibraryKeys | null;

  private constructor(server: RunningServer, keys: LibraryKeys | null) {
    this.server = server;
    this.#keys = keys;
  }

  /**
   * @param keys null for an unencrypted library; wiped when the library is closed
   * @throws StartupError; the reason of the signal
   */
  static async open(
    config: Config,
    options: LockableOptions,
    keys: LibraryKeys | null,
    { control, folder, signal, listener, beforeListening }: OpenOptions,
  ): Promise<OpenLibrary> {
    const { prepare, log, withoutSnapshot, asksForFirstAccount } = options;
    const server = await startServer(
      config,
      (container) => {
        container.register(inject.log, { useValue: log });
        prepare?.(container);
      },
      {
        withoutSnapshot,
        ...(asksForFirstAccount !== undefined && { asksForFirstAccount }),
        keys,
        signal,
        listener,
        ...(folder && { folder }),
        ...(control && { control }),
        ...(beforeListening && { beforeListening }),
      },
    );
    return new OpenLibrary(server, keys);
  }

  get isEncrypted(): boolean {
    return this.#keys !== null;
  }

  /** Stops its server and wipes the keys. @param requests milliseconds that running requests get to end */
  async close(requests?: number): Promise<void> {
    try {
      await this.server.stop(requests);
    } finally {
      this.wipe();
    }
  }

  wipe(): void {
    this.#keys?.wipe();
  }
}
