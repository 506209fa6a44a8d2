import PQueue from 'p-queue';
import { inject } from '../compose/inject.ts';
import { DomainError, StartupError } from '../domain/errors.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { HandoverPort } from '../http/handover-port.ts';
import type { RunningServer } from '../main.ts';
import { inTime, type FileLock } from '../plugin-api/toolkit/index.ts';
import type { Actor } from '../services/audit-trail.ts';
import { holdDataFolder } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import type { Log } from '../settings/log.ts';
import { AuditEntries } from '../store/accounts/audit-entries.ts';
import { finishConversion } from './finish-conversion.ts';
import type { LockableOptions } from './lockable-options.ts';
import { LockedState } from './locked-state.ts';
import { OpenLibrary } from './open-library.ts';
import { keysByFile } from './start-keys.ts';
import { nextStartIsRefused, refuseDecrypting, refusePlainLibrary } from './required-encryption.ts';
import { Session } from './session.ts';

/** Milliseconds that running requests get to end when the library is locked. */
const requestTimeout = 1000;

/** Milliseconds that all parts of the server get to stop when the library is locked. */
const usualLockTimeout = 10_000;

/** The actor of a lock by SIGUSR2. No user can have this name: it has a space. */
const panicSignal: Actor = { userId: null, name: 'signal SIGUSR2' };

/**
 * A server that can be locked. While it is, a small server listens in its place, and nothing of the library is in memory.
 *
 *     locked ──unlock──▶ (converting) ──▶ open ──lock──▶ locked
 *
 * A plain library is open until it is encrypted. The data folder stays with this server, and so does its port. The steps between
 * these states run one after another.
 */
export class LockableServer {
  readonly #config: Config;
  readonly #options: LockableOptions;
  readonly #keyring: Keyring;
  readonly #locked: LockedState;
  readonly #port = new HandoverPort();
  readonly #steps = new PQueue({ concurrency: 1 });
  #folder: FileLock | undefined;
  #library: OpenLibrary | undefined;
  #session = new Session();
  #stopped = false;
  #url = '';
  #fail!: (error: unknown) => void;
  /** Rejects if opening or locking the library fails; the program must then exit. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = reject;
  });

  private constructor(config: Config, options: LockableOptions) {
    this.#config = config;
    this.#options = options;
    this.#keyring = keyringOf(config);
    this.#locked = new LockedState({
      config,
      log: options.log,
      keyring: this.#keyring,
      newListener: () => this.#port.newListener(),
      onKeys: (keys, session) => {
        this.#unlocked(keys, session);
      },
    });
    this.#locked.beginSession(this.#session);
    // Prevents an unhandled rejection if nothing awaits it.
    this.failed.catch(() => undefined);
  }

  /** Resolves once the server listens, open or locked. @throws StartupError */
  static async start(config: Config, options: LockableOptions): Promise<LockableServer> {
    const server = new LockableServer(config, options);
    try {
      await server.#begin();
      return server;
    } catch (error) {
      // The reason why it does not start is more useful than an error while stopping.
      await server.stop().catch(() => undefined);
      throw error;
    }
  }

  get log(): Log {
    return this.#options.log;
  }

  /** `http://host:port`, constant while the server runs. */
  get url(): string {
    return this.#url;
  }

  /** The library's own server while the library is open. */
  get open(): RunningServer | undefined {
    return this.#library?.server;
  }

  /** Locks the library at SIGUSR2. If it is not encrypted, the log says that there is nothing to lock. */
  panic(): void {
    this.#lock(panicSignal);
  }

  /** Stops permanently: nothing is opened or locked any more, not even by steps that are already queued. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#session.end();
    await this.#steps.add(async () => {
      try {
        this.#port.close();
        await this.#locked.close();
        await this.#closeLibrary();
      } finally {
        this.#folder?.release();
        this.#folder = undefined;
      }
    });
  }

  async #begin(): Promise<void> {
    const { unlockKeyFile, dataDir } = this.#config;
    const { log } = this.#options;
    this.#folder = holdDataFolder(dataDir);
    await this.#keyring.settle();
    const content = this.#keyring.content();
    if (content === null) {
      refusePlainLibrary(this.#config);
      await this.#open(null, this.#session);
      return;
    }
    const keys = await keysByFile(content, unlockKeyFile, (sentence) => {
      log.warn(sentence);
    });
    if (keys !== null && content.state === 'encrypted') {
      await this.#open(keys, this.#session);
      return;
    }
    await this.#listenLocked();
    if (keys) this.#unlocked(keys, this.#session);
    else log.warn('The library is locked: unlock it in the browser');
  }

  /**
   * Opens the library in the background, with the keys of an unlock.
   * @param session the session in which the unlock began
   * @throws DomainError `not_ready` if the session has ended
   */
  #unlocked(keys: LibraryKeys, session: Session): void {
    if (session.hasEnded) {
      keys.wipe();
      throw new DomainError('not_ready', 'The library was locked meanwhile: unlock it again.');
    }
    // Another unlock may have been faster.
    if (session.isOpening || this.#library) keys.wipe();
    else this.#openNext(keys);
  }

  /** @param before runs first */
  #openNext(keys: LibraryKeys, before: () => Promise<void> = () => Promise.resolve()): void {
    const session = this.#session;
    session.isOpening = true;
    this.#step(async () => {
      try {
        session.signal.throwIfAborted();
        await before();
        const converted = await this.#finishConversion(keys, session);
        session.signal.throwIfAborted();
        await this.#open(converted, session);
      } catch (error) {
        keys.wipe();
        if (!session.hasEnded) throw error;
      } finally {
        session.isOpening = false;
        this.#locked.converting = null;
      }
    });
  }

  /** @returns null if the library is now unencrypted */
  async #finishConversion(keys: LibraryKeys, { signal }: Session): Promise<LibraryKeys | null> {
    const { log, convert } = this.#options;
    const { state } = this.#keyring.verified(keys);
    if (state === 'encrypted') return keys;
    if (state === 'decrypting') refuseDecrypting(this.#config);
    log.info({ state }, 'Converting the library');
    const finished = await finishConversion(this.#config, this.#keyring, keys, {
      convert,
      signal,
      onProgress: (to, { done, total }) => {
        this.#locked.converting = { to, done, total };
      },
    });
    log.info({ now: finished.keys === null ? 'plain' : 'encrypted' }, 'The library is converted');
    for (const sentence of finished.left) log.warn(sentence);
    if (finished.keys === null && this.#config.unlockKeyFile !== undefined) log.warn(nextStartIsRefused);
    this.#locked.record({ action: finished.keys === null ? 'library.decrypted' : 'library.encrypted' }, null);
    return finished.keys;
  }

  async #open(keys: LibraryKeys | null, { signal }: Session): Promise<void> {
    const library = await OpenLibrary.open(this.#config, this.#options, keys, {
      ...(this.#folder && { folder: this.#folder }),
      signal,
      listener: this.#port.newListener(),
      control: {
        lock: () => {
          this.#lock(null);
        },
        encrypt: (fresh) => {
          this.#openNext(fresh, () => this.#closeAndListenLocked());
        },
      },
      beforeListening: async (container) => {
        await this.#locked.close();
        this.#locked.flushAudit(container.resolve(AuditEntries));
      },
    });
    this.#library = library;
    this.#url = library.server.url;
    await this.#options.onOpen?.(library.server);
  }

  /** @param by the actor for the audit trail; null if the request records its own entry */
  #lock(by: Actor | null): void {
    if (this.#stopped) return;
    this.#session.end();
    this.#session = new Session();
    this.#locked.beginSession(this.#session);
    this.#step(async () => {
      if (this.#stopped) return;
      const { log, onLock } = this.#options;
      const library = this.#library;
      if (library && !library.isEncrypted) {
        log.warn('The library is not encrypted: it cannot be locked');
        return;
      }
      if (by) library?.server.container.resolve(inject.audit).record({ action: 'library.locked' }, { actor: by });
      await this.#closeAndListenLocked();
      log.warn('The library is locked');
      onLock?.();
    });
  }

  async #closeAndListenLocked(): Promise<void> {
    const library = this.#library;
    const { lockTimeout = usualLockTimeout } = this.#options;
    await inTime(
      this.#closeLibrary(requestTimeout),
      lockTimeout,
      () => new StartupError('Locking the library took too long: the program ends instead.'),
    ).finally(() => {
      library?.wipe();
    });
    await this.#listenLocked();
  }

  async #closeLibrary(requests?: number): Promise<void> {
    const library = this.#library;
    this.#library = undefined;
    await library?.close(requests);
  }

  async #listenLocked(): Promise<void> {
    if (!this.#locked.isListening) this.#url = await this.#locked.listen();
  }

  #step(step: () => Promise<void>): void {
    this.#steps.add(step).catch((error: unknown) => {
      this.#fail(error);
    });
  }
}
