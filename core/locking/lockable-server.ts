import PQueue from 'p-queue';
import { inject } from '../compose/inject.ts';
import { DomainError, StartupError } from '../domain/errors.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { KeptPort } from '../http/kept-port.ts';
import { startServer, type RunningServer } from '../main.ts';
import { inTime, type FileLock } from '../plugin-api/toolkit/index.ts';
import type { Actor } from '../services/audit-trail.ts';
import { holdDataFolder } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import type { Log } from '../settings/log.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import type { LockableOptions } from './lockable-options.ts';
import { LockedPart } from './locked-part.ts';
import { keysByFile, nothingToOpen } from './start-keys.ts';
import { turnOver } from './turn-over.ts';

/** Milliseconds that requests under way may take to end when the library is locked. */
const lockTimeout = 1000;

/** Milliseconds that all may take to end then: whoever locks is in a hurry. */
const lockPatience = 10_000;

/** The actor of a lock by SIGUSR2. No user can have this name: it has a space. */
const panicSignal: Actor = { userId: null, name: 'signal SIGUSR2' };

/**
 * A server that can be locked: while it is, a small one listens in its place and has nothing of the library in memory.
 *
 *     locked ──unlock──▶ (turning over) ──▶ open ──lock──▶ locked
 *
 * A plain library is open, until it is encrypted. The data folder stays with this server, and so does its port. One move is
 * made at a time.
 */
export class LockableServer {
  readonly #config: Config;
  readonly #options: LockableOptions;
  readonly #keyring: Keyring;
  readonly #lockedPart: LockedPart;
  readonly #port = new KeptPort();
  readonly #moves = new PQueue({ concurrency: 1 });
  #folder: FileLock | undefined;
  #running: RunningServer | undefined;
  #keys: LibraryKeys | null = null;
  /** Of what was begun since the last lock; after a stop nothing is begun any more, and this one stays aborted. */
  #going = new AbortController();
  #stopped = false;
  /** Of whoever opens the library just now. */
  #opener: AbortSignal | null = null;
  #url = '';
  #fail!: (error: unknown) => void;
  /** Rejects when the library could not be opened or locked as it was asked for: nothing is left then but to stop. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = reject;
  });

  private constructor(config: Config, options: LockableOptions) {
    this.#config = config;
    this.#options = options;
    this.#keyring = keyringOf(config);
    this.#lockedPart = new LockedPart({
      config,
      log: options.log,
      keyring: this.#keyring,
      newListener: () => this.#port.newListener(),
      onKeys: (keys, begun) => {
        this.#goOn(keys, begun);
      },
    });
    this.#lockedPart.admit(this.#going.signal);
    // Perhaps nobody waits.
    this.failed.catch(() => undefined);
  }

  /** Resolves once it listens, open or locked. @throws StartupError */
  static async start(config: Config, options: LockableOptions): Promise<LockableServer> {
    const server = new LockableServer(config, options);
    try {
      await server.#begin();
      return server;
    } catch (error) {
      // Why it does not start says more than what then failed to end.
      await server.stop().catch(() => undefined);
      throw error;
    }
  }

  get log(): Log {
    return this.#options.log;
  }

  /** `http://host:port`, the same for as long as it runs. */
  get url(): string {
    return this.#url;
  }

  /** The library's own server, while it is open. */
  get open(): RunningServer | undefined {
    return this.#running;
  }

  /** Locks the library by the signal for that; of a plain one it says in the log that there is nothing to lock. */
  panic(): void {
    this.#lock(panicSignal);
  }

  /** @param by written down as the one who did it; null where that is written down already */
  #lock(by: Actor | null): void {
    this.#abort();
    this.#move(async () => {
      if (this.#stopped) return;
      const { log } = this.#options;
      const running = this.#running;
      if (running && this.#keys === null) {
        log.warn('The library is not encrypted: it cannot be locked');
        return;
      }
      if (by) running?.container.resolve(inject.audit).record({ action: 'library.locked' }, { actor: by });
      await this.#closeToLock();
      log.warn('The library is locked');
    });
  }

  /** For good: what is begun from now on, or ends later, opens and locks nothing. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#abort();
    await this.#moves.add(async () => {
      try {
        this.#port.close();
        await this.#lockedPart.close();
        await this.#close();
      } finally {
        this.#folder?.release();
        this.#folder = undefined;
      }
    });
  }

  async #begin(): Promise<void> {
    this.#folder = holdDataFolder(this.#config.dataDir);
    const { signal } = this.#going;
    const content = this.#keyring.content();
    if (content === null) {
      if (this.#config.unlockKeyFile !== undefined) this.#options.log.warn(nothingToOpen);
      await this.#open(null, signal);
      return;
    }
    const keys = await keysByFile(content, this.#config.unlockKeyFile, (sentence) => {
      this.#options.log.warn(sentence);
    });
    if (keys !== null && content.state === 'encrypted') {
      await this.#open(keys, signal);
      return;
    }
    await this.#listenLocked();
    if (keys) this.#goOn(keys, signal);
    else this.#options.log.warn('The library is locked: unlock it in the browser');
  }

  /**
   * Opens the library behind whoever unlocked it.
   * @param begun of when they began to
   * @throws DomainError `not_ready` when it was locked since then
   */
  #goOn(keys: LibraryKeys, begun: AbortSignal): void {
    if (begun.aborted) {
      keys.wipe();
      throw new DomainError('not_ready', 'The library was locked meanwhile: unlock it again.');
    }
    if (this.#opener === begun || this.#running) {
      // Somebody else was quicker.
      keys.wipe();
      return;
    }
    this.#opening(keys);
  }

  /** @param before what is ended first */
  #opening(keys: LibraryKeys, before: () => Promise<void> = () => Promise.resolve()): void {
    const { signal } = this.#going;
    this.#opener = signal;
    this.#move(async () => {
      try {
        signal.throwIfAborted();
        await before();
        const turned = await this.#turnOver(keys, signal);
        signal.throwIfAborted();
        await this.#open(turned, signal);
      } catch (error) {
        keys.wipe();
        if (!signal.aborted) throw error;
      } finally {
        if (this.#opener === signal) this.#opener = null;
        this.#lockedPart.converting = null;
      }
    });
  }

  async #turnOver(keys: LibraryKeys, signal: AbortSignal): Promise<LibraryKeys | null> {
    const { log, convert } = this.#options;
    const { state } = this.#keyring.verified(keys);
    if (state === 'encrypted') return keys;
    log.info({ state }, 'Turning the library over');
    const turned = await turnOver(this.#config, this.#keyring, keys, {
      convert,
      signal,
      onProgress: (to, { done, total }) => {
        this.#lockedPart.converting = { to, done, total };
      },
    });
    const now = turned.keys === null ? 'plain' : 'encrypted';
    log.info({ now }, 'The library is turned over');
    for (const sentence of turned.left) log.warn(sentence);
    const action = turned.keys === null ? 'library.decrypted' : 'library.encrypted';
    this.#lockedPart.record({ action }, null);
    return turned.keys;
  }

  async #open(keys: LibraryKeys | null, signal: AbortSignal): Promise<void> {
    const { prepare, onOpen, log, withoutSnapshot, asksForFirstAccount } = this.#options;
    const running = await startServer(
      this.#config,
      (container) => {
        container.register(inject.log, { useValue: log });
        prepare?.(container);
      },
      {
        withoutSnapshot,
        ...(asksForFirstAccount !== undefined && { asksForFirstAccount }),
        keys,
        signal,
        listener: this.#port.newListener(),
        ...(this.#folder && { folder: this.#folder }),
        control: {
          lock: () => {
            this.#lock(null);
          },
          encrypt: (fresh) => {
            this.#opening(fresh, () => this.#closeToLock());
          },
        },
        beforeListening: async (container) => {
          await this.#lockedPart.close();
          this.#lockedPart.writeDown(container.resolve(AuditEntries));
        },
      },
    );
    this.#running = running;
    this.#keys = keys;
    this.#url = running.url;
    await onOpen?.(running);
  }

  async #closeToLock(): Promise<void> {
    await inTime(
      this.#close(lockTimeout),
      lockPatience,
      () => new StartupError('Locking the library took too long: the program ends instead.'),
    ).finally(() => {
      this.#wipe();
    });
    await this.#listenLocked();
  }

  async #close(requests?: number): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    try {
      await running?.stop(requests);
    } finally {
      this.#wipe();
    }
  }

  #wipe(): void {
    this.#keys?.wipe();
    this.#keys = null;
  }

  async #listenLocked(): Promise<void> {
    if (this.#lockedPart.isListening) return;
    this.#url = await this.#lockedPart.listen();
  }

  #abort(): void {
    this.#going.abort(new Error('The library was locked meanwhile.'));
    if (this.#stopped) return;
    this.#going = new AbortController();
    this.#lockedPart.admit(this.#going.signal);
  }

  #move(move: () => Promise<void>): void {
    this.#moves.add(move).catch((error: unknown) => {
      this.#fail(error);
    });
  }
}
