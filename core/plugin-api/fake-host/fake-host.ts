import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LibraryEvent } from '../events.ts';
import type { HealthCheck, HealthCheckResult } from '../health-check.ts';
import type { Contracts, Kind, Plugin, PluginHost } from '../plugin.ts';
import type { SettingValues } from '../plugin-settings.ts';
import type { AuditEvent, PluginRoute } from '../plugin-route.ts';
import { isAuditAction } from '../shapes/audit-action.ts';
import type { FoundPages } from '../shapes/pages.ts';
import { optionValues } from '../shapes/options.ts';
import { pluginFlaw } from '../shapes/plugin.ts';
import type { Problem } from '../shapes/problem.ts';
import { Registration } from '../shapes/registration.ts';
import { fakeAccounts } from './fake-accounts.ts';
import { FakeBrowser } from './fake-browser.ts';
import { FakeEvents, type FakeEvent } from './fake-events.ts';
import { fakeLibrary, type FakeLibraryContent } from './fake-library.ts';
import { fakeIndex } from './fake-index.ts';
import { fakeSignIn, type FakeEntry } from './fake-sign-in.ts';
import { fakeLog, type LogLine } from './fake-log.ts';
import { callRoute, type FakeAnswer, type FakeCall } from './fake-routes.ts';
import { FakeSettings } from './fake-settings.ts';
import { FakeSnapshots } from './fake-snapshots.ts';

export interface FakeHostSettings {
  /** The environment for the plugin's options. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The content of `host.state`. Pass the same map to the next host to simulate a restart; events continue as well. */
  readonly state?: Map<string, string>;
  /** The server's data folder; absent: a new one, which is removed when the host stops. */
  readonly serverDataDir?: string;
  /** Passwords of accounts, by the user's id. */
  readonly passwords?: Readonly<Record<number, string>>;
  /** Codes of second factors, by the user's id, which `host.accounts.prove` requires beside the password. */
  readonly codes?: Readonly<Record<number, string>>;
  /** The server's secret, from which keys are derived. */
  readonly secret?: string;
  /** IANA name; default UTC. */
  readonly timeZone?: string;
  /** Whether the library is encrypted. */
  readonly encrypted?: boolean;
  /** The photos, people and albums of the library, and the roles of the accounts; default none. */
  readonly library?: FakeLibraryContent;
  /** Default true. */
  readonly serving?: boolean;
  /** The plugin's settings, as an admin has set them. */
  readonly settings?: SettingValues;
  /** What the included plugins provide in whose place the plugin is. */
  readonly replaced?: Partial<Contracts>;
  /** The version that `needs` is compared with; absent: only the syntax of `needs` is checked. */
  readonly serverVersion?: string;
  /**
   * The results of `host.signIn.epochOf`, by the user's id: increment one to end everything that was granted to the user.
   */
  readonly epochs?: ReadonlyMap<number, number>;
}

/** A plugin that has registered, for tests. */
export interface FakeHost {
  /** The host that the plugin got. */
  readonly host: PluginHost;
  readonly logged: readonly LogLine[];
  readonly audited: readonly AuditEvent[];
  /** The subjects passed to `host.signIn.enter`; with `link: 'user 7'`, they are linked with that user. */
  readonly entries: readonly FakeEntry[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  /** The kinds of everything that the plugin provides. */
  readonly kinds: readonly Kind[];
  /** The folder of pages, by its path, and the link in the menu. */
  readonly pages: readonly FoundPages[];
  /** @throws Error if the plugin provides none of this kind */
  provided<K extends Kind>(kind: K): Contracts[K];
  /** Calls a route of the plugin. @param path without a query: `/api/tides/Porto` */
  call(method: PluginRoute['method'], path: string, call?: FakeCall): Promise<FakeAnswer>;
  /** A new browser, with its own cookies. All calls without one come from the same browser, without cookies. */
  browser(): FakeBrowser;
  /** Runs one of the plugin's health checks. */
  check(id: string): Promise<HealthCheckResult>;
  /** Changes settings of the plugin like an admin; undefined removes a value. */
  changeSettings(changes: SettingValues): void;
  /** Causes an event, which is kept for `deliver` and for `host.events`. */
  happen(event: FakeEvent): LibraryEvent;
  /**
   * Delivers the events that the plugin's sink has not taken yet. Resolves once it has taken all.
   * @param options.gap reports that events were missed before
   * @throws the sink's error; the next call delivers the same events again
   */
  deliver(options?: { gap?: boolean }): Promise<void>;
  /** Stops the plugin like a server: the signal is aborted, and implementations are closed in reverse order. */
  stop(): Promise<void>;
}

/** A plugin that the server could not use. The message is the line that would stop its start. */
export class PluginRefused extends Error {
  override readonly name = 'PluginRefused';
  readonly problem: Problem;

  constructor(plugin: string, problem: Problem) {
    super(`Plugin ${plugin} ${problem[0]}: ${problem[1]}.`);
    this.problem = problem;
  }
}

/**
 * Registers a plugin like the server.
 * @throws PluginRefused with the line that would stop the server
 * @throws the error of `register`
 */
export function fakeHost(plugin: Plugin, settings: FakeHostSettings = {}): Promise<FakeHost> {
  return register(plugin, settings, false);
}

/** The same for a plugin that is included with the server, whose name is reserved. */
export function fakeHostOfShipped(plugin: Plugin, settings: FakeHostSettings = {}): Promise<FakeHost> {
  return register(plugin, settings, true);
}

async function register(plugin: Plugin, settings: FakeHostSettings, isShipped: boolean): Promise<FakeHost> {
  const flaw = pluginFlaw(plugin, { server: settings.serverVersion, isShipped });
  if (flaw) throw new PluginRefused(flaw.name ?? nameIn(plugin), flaw.problem);
  const hosted = new HostedPlugin(plugin, settings);
  try {
    await hosted.run();
    return hosted;
  } catch (error) {
    await hosted.stop();
    throw error;
  }
}

/** A name for a plugin whose own may be missing or invalid. */
function nameIn(plugin: unknown): string {
  const name: unknown = typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : undefined;
  return typeof name === 'string' && name !== '' ? name : 'without a name';
}

class HostedPlugin implements FakeHost {
  readonly host: PluginHost;
  readonly logged: LogLine[] = [];
  readonly audited: AuditEvent[] = [];
  readonly entries: FakeEntry[] = [];
  readonly #plugin: Plugin;
  readonly #given: Registration;
  readonly #settings: FakeSettings;
  readonly #stopping = new AbortController();
  #ownFolder: string | undefined;
  readonly #fileKey = randomBytes(32);
  readonly #events: FakeEvents;

  /** @throws Error for an event that the server would log as an error instead of adding it to the audit trail */
  readonly #audit = (event: AuditEvent): void => {
    if (!isAuditAction(event.action)) {
      throw new Error(`The audit trail knows no action of the name ${JSON.stringify(event.action)}`);
    }
    this.audited.push(event);
  };

  constructor(plugin: Plugin, settings: FakeHostSettings) {
    this.#plugin = plugin;
    this.#given = new Registration(plugin.name, { errorOf: (problem) => new PluginRefused(plugin.name, problem) });
    this.#settings = new FakeSettings(plugin.settings ?? {}, settings.settings);
    const { state = new Map<string, string>() } = settings;
    this.#events = FakeEvents.of(state);
    this.host = this.#handOut({ ...settings, state });
  }

  async run(): Promise<void> {
    try {
      await this.#plugin.register(this.host);
    } catch (error) {
      throw this.#given.fault ?? error;
    } finally {
      this.#given.close();
    }
    const { fault, problem } = this.#given;
    if (fault) throw fault;
    if (problem) throw new PluginRefused(this.#plugin.name, problem);
  }

  get routes(): readonly PluginRoute[] {
    return this.#given.routes;
  }

  get healthChecks(): readonly HealthCheck[] {
    return this.#given.healthChecks;
  }

  get pages(): readonly FoundPages[] {
    return this.#given.pages;
  }

  get kinds(): Kind[] {
    return this.#given.provided.map(({ kind }) => kind);
  }

  provided<K extends Kind>(kind: K): Contracts[K] {
    const found = this.#given.provided.find((candidate) => candidate.kind === kind);
    if (!found) throw new Error(`Plugin ${this.#plugin.name} provides no ${kind}.`);
    return found.implementation as Contracts[K];
  }

  call(method: PluginRoute['method'], path: string, call: FakeCall = {}): Promise<FakeAnswer> {
    return callRoute(this.routes, [method, path], call, this.#audit);
  }

  browser(): FakeBrowser {
    return new FakeBrowser((...sent) => this.call(...sent));
  }

  async check(id: string): Promise<HealthCheckResult> {
    const check = this.healthChecks.find((candidate) => candidate.id === id);
    if (!check) throw new Error(`Plugin ${this.#plugin.name} has no health check ${id}.`);
    return check.run({ signal: this.#stopping.signal });
  }

  changeSettings(changes: SettingValues): void {
    this.#settings.change(changes);
  }

  happen(event: FakeEvent): LibraryEvent {
    return this.#events.happen(event);
  }

  deliver({ gap = false }: { gap?: boolean } = {}): Promise<void> {
    return this.#events.deliver(this.provided('event-sink'), { gap, signal: this.#stopping.signal });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { implementation } of this.#given.provided.splice(0).reverse()) {
      await (implementation as { close?: () => unknown }).close?.();
    }
    if (this.#ownFolder !== undefined) rmSync(this.#ownFolder, { recursive: true, force: true });
  }

  #handOut(settings: FakeHostSettings & { state: Map<string, string> }): PluginHost {
    const { environment = {}, state, passwords = {}, codes = {}, timeZone = 'UTC' } = settings;
    const { name } = this.#plugin;
    const { values, problem } = optionValues(this.#plugin, environment);
    if (problem) throw new PluginRefused(name, problem);
    const serverDataDir = settings.serverDataDir ?? (this.#ownFolder = mkdtempSync(join(tmpdir(), 'photofinch-fake-')));
    const secret = settings.secret ?? 'a secret of no server';
    return Object.freeze<PluginHost>({
      log: fakeLog(this.logged),
      options: values,
      get dataDir() {
        const folder = join(serverDataDir, 'plugins', name.replace('/', '+'));
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        return folder;
      },
      state: {
        get: (key) => state.get(key),
        set: (key, value) => {
          // The server would store a different text, or none.
          if (typeof value !== 'string') throw new TypeError('host.state keeps strings: use JSON.stringify.');
          state.set(key, value);
        },
        delete: (key) => void state.delete(key),
      },
      index: fakeIndex(),
      snapshots: new FakeSnapshots(),
      accounts: fakeAccounts({ passwords, codes }),
      events: this.#events,
      library: fakeLibrary(settings.library ?? {}),
      audit: this.#audit,
      encryption: settings.encrypted ? { cipher: 'chacha20', key: this.#fileKey } : null,
      deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `plugin ${name}: ${purpose}`, 32)),
      serverDataDir,
      timeZone,
      serving: settings.serving ?? true,
      signal: this.#stopping.signal,
      ...this.#given.methods,
      replaced: (kind) => settings.replaced?.[kind],
      settings: this.#settings.handed,
      signIn: fakeSignIn(settings.epochs ?? new Map(), this.entries),
    });
  }
}
