import type { Server as Listener } from 'node:http';
import type { Server } from '@hapi/hapi';
import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { addressOf, listen } from '../http/listening.ts';
import { lockedServer } from '../http/locked-server.ts';
import type { Converting } from '../http/wire.ts';
import type { AuditEvent } from '../plugin-api/index.ts';
import { AuditTrail, type Actor } from '../services/audit-trail.ts';
import { EntriesInMemory, FailuresInMemory } from '../services/encryption/kept-in-memory.ts';
import { Unlocking } from '../services/encryption/unlocking.ts';
import { LoginLimits } from '../services/sign-in/login-limits.ts';
import type { Config } from '../settings/env.ts';
import type { Log } from '../settings/log.ts';
import { webRoot } from '../settings/package-info.ts';
import type { AuditEntries } from '../store/accounts/audit-entries.ts';
import type { Session } from './session.ts';

/** Milliseconds that requests to a locked server may take to end: it has no long ones. */
const patience = 500;

interface Dependencies {
  readonly config: Config;
  readonly log: Log;
  readonly keyring: Keyring;
  /** A new one each time that the locked server begins to listen. */
  readonly newListener: () => Listener;
  /** Takes the keys of a successful unlock, with the session in which it was begun. @throws DomainError when that has ended */
  readonly onKeys: (keys: LibraryKeys, session: Session) => void;
}

/**
 * The parts of a server while its library is locked: a small server that takes secrets, the count of wrong ones, and the audit
 * entries of that time. Wrong secrets are counted from one lock to the next.
 */
export class LockedState {
  readonly #with: Dependencies;
  readonly #entries = new EntriesInMemory();
  readonly #audit: AuditTrail;
  readonly #limits: LoginLimits;
  #unlocking: Unlocking | undefined;
  #server: Server | undefined;
  /** How far the library is encrypted or decrypted; null while it is not being converted. */
  converting: Converting | null = null;

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

  /** Unlocking belongs to this session from now on. An attempt that is under way stays with the session in which it was begun. */
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

  /** @returns its address. @throws StartupError */
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

  /** Stops its server, where it has one. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop({ timeout: patience });
  }

  record(event: AuditEvent, actor: Actor | null): void {
    this.#audit.record(event, { actor });
  }

  /** Writes the entries of the locked time into the index. */
  flushAudit(entries: AuditEntries): void {
    for (const entry of this.#entries.take()) entries.add(entry);
  }
}
