import type { Server as Listener } from 'node:http';
import type { Server } from '@hapi/hapi';
import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { addressOf, listen } from '../http/listening.ts';
import { lockedServer } from '../http/locked-server.ts';
import type { ConversionStatus } from '../http/wire.ts';
import type { AuditEvent } from '../plugin-api/index.ts';
import { AuditTrail, type Actor } from '../services/audit-trail.ts';
import { EntriesInMemory, FailuresInMemory } from '../services/encryption/stores-in-memory.ts';
import { Unlocking } from '../services/encryption/unlocking.ts';
import { LoginLimits } from '../services/sign-in/login-limits.ts';
import type { Config } from '../settings/env.ts';
import type { Log } from '../settings/log.ts';
import { webRoot } from '../settings/package-info.ts';
import type { AuditEntries } from '../store/accounts/audit-entries.ts';
import type { Session } from './session.ts';

/** Milliseconds that requests to a locked server get to end: none of them takes long. */
const patience = 500;

interface Dependencies {
  readonly config: Config;
  readonly log: Log;
  readonly keyring: Keyring;
  /** Creates a listener each time the locked server starts to listen. */
  readonly newListener: () => Listener;
  /**
   * Receives the keys of a successful unlock, with the session in which it began.
   * @throws DomainError if that session has ended
   */
  readonly onKeys: (keys: LibraryKeys, session: Session) => void;
}

/**
 * The parts of a server while its library is locked: a small server that accepts secrets, the count of wrong secrets, and
 * the audit entries made meanwhile. Wrong secrets are counted across locks, until the program ends.
 */
export class LockedState {
  readonly #with: Dependencies;
  readonly #entries = new EntriesInMemory();
  readonly #audit: AuditTrail;
  readonly #limits: LoginLimits;
  #unlocking: Unlocking | undefined;
  #server: Server | undefined;
  /** The progress of an encryption or decryption; null while the library is not being converted. */
  converting: ConversionStatus | null = null;

  constructor(dependencies: Dependencies) {
    const { log } = dependencies;
    const clock = (): number => Math.floor(Date.now() / 1000);
    this.#with = dependencies;
    this.#audit = new AuditTrail({
      entries: this.#entries,
      clock,
      onError: (error) => {
        log.error({ err: error }, 'The audit log could not be kept');
      },
    });
    this.#limits = new LoginLimits(new FailuresInMemory(), clock);
  }

  /** Assigns new attempts to unlock to this session. A running attempt stays with the session in which it began. */
  beginSession(session: Session): void {
    const { keyring, onKeys } = this.#with;
    this.#unlocking = new Unlocking({
      keyring,
      limits: this.#limits,
      onKeys: (keys) => {
        onKeys(keys, session);
      },
    });
  }

  get isListening(): boolean {
    return this.#server !== undefined;
  }

  /** @returns the URL. @throws StartupError */
  async listen(): Promise<string> {
    const { config, log, newListener } = this.#with;
    const server = await lockedServer({
      ...config,
      listener: newListener(),
      webRoot,
      log,
      audit: this.#audit,
      unlock: async (secret, address) => this.#unlocking?.unlock(secret, address),
      converting: () => this.converting,
    });
    await listen(server, config);
    this.#server = server;
    return addressOf(server);
  }

  /** Stops the locked server if it is running. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop({ timeout: patience });
  }

  record(event: AuditEvent, actor: Actor | null): void {
    this.#audit.record(event, { actor });
  }

  /**
   * Writes the audit entries made while locked into the index. If that fails, as on a full disk, they are kept until the next
   * opening.
   */
  flushAudit(entries: AuditEntries): void {
    try {
      entries.addAll(this.#entries.all());
      this.#entries.clear();
    } catch (error) {
      this.#audit.failed(error);
    }
  }
}
