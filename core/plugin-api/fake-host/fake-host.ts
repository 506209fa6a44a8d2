import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LibraryEvent } from '../events.ts';
import type { HealthCheck, HealthCheckResult } from '../health-check.ts';
import type { Contracts, Kind, Plugin, PluginHost } from '../plugin.ts';
import type { SettingValues } from '../plugin-settings.ts';
import type { AuditEvent, PluginRoute } from '../plugin-route.ts';
import { isProblem, pagesOf, type FoundPages } from '../shapes/pages.ts';
import { routeProblem } from '../shapes/route.ts';
import { healthCheckProblem, implementationProblem, type Problem } from '../shapes/implementation.ts';
import { optionValues } from '../shapes/options.ts';
import { pluginFlaw } from '../shapes/plugin.ts';
import { togetherProblem } from '../shapes/together.ts';
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
  /** Where the plugin's options are read from; it sees those that it declares. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** What `host.state` keeps, and what has happened; hand the same one to the next host to see what a restart does. */
  readonly state?: Map<string, string>;
  /** The server's data folder; absent: a new one, which goes when the host stops. */
  readonly serverDataDir?: string;
  /** Of the accounts, by the user's id. */
  readonly passwords?: Readonly<Record<number, string>>;
  /** Codes of second factors, by the user's id, which `host.accounts.prove` asks for beside the password. */
  readonly codes?: Readonly<Record<number, string>>;
  /** The server's secret, of which keys are derived. */
  readonly secret?: string;
  /** IANA name; default UTC. */
  readonly timeZone?: string;
  /** Whether it is the host of an encrypted library. */
  readonly encrypted?: boolean;
  /** The photos, people and albums of the library, and the roles of those who ask; default none. */
  readonly library?: FakeLibraryContent;
  /** Default true. */
  readonly serving?: boolean;
  /** Of the plugin, as an admin has set them. */
  readonly settings?: SettingValues;
  /** What `needs` is held against; absent: only its form is. */
  readonly serverVersion?: string;
  /** What `host.signIn.epochOf` answers, by the user's id: count one up to end all that the user was given. */
  readonly epochs?: ReadonlyMap<number, number>;
}

/** A plugin that has registered, and what a test may do with it. */
export interface FakeHost {
  /** What the plugin was handed. */
  readonly host: PluginHost;
  readonly logged: readonly LogLine[];
  readonly audited: readonly AuditEvent[];
  /** The subjects that were given to `host.signIn.enter`; with `link: 'user 7'`, they are linked with that user. */
  readonly entries: readonly FakeEntry[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  /** Of all that the plugin provides. */
  readonly kinds: readonly Kind[];
  /** The folder that it serves, by its path, and its link in the menu. */
  readonly pages: readonly FoundPages[];
  /** @throws Error when the plugin provides none of this kind */
  provided<K extends Kind>(kind: K): Contracts[K];
  /** Calls a route of the plugin's. @param path without a query: `/api/tides/Porto` */
  call(method: PluginRoute['method'], path: string, call?: FakeCall): Promise<FakeAnswer>;
  /** A new browser, with cookies of its own. Calls without one come from one and the same browser, without cookies. */
  browser(): FakeBrowser;
  /** Runs one of the plugin's health checks. */
  check(id: string): Promise<HealthCheckResult>;
  /** Changes settings of the plugin as an admin does; undefined for what is no longer set. */
  changeSettings(changes: SettingValues): void;
  /** Has something happen in the library; it is kept for `deliver`, and for `host.events`. */
  happen(event: FakeEvent): LibraryEvent;
  /**
   * Hands what has happened to the plugin's event sink, which has not taken it yet. Resolves once it has taken all.
   * @param options.gap says that something was missed before
   * @throws what the sink throws; the same events come again with the next call
   */
  deliver(options?: { gap?: boolean }): Promise<void>;
  /** Ends it as a server ends: the signal is aborted, implementations are closed, the last first. */
  stop(): Promise<void>;
}

/**
 * Registers a plugin as the server does.
 * @throws Error with the line that would stop the server, or what `register` throws
 */
export async function fakeHost(plugin: Plugin, settings: FakeHostSettings = {}): Promise<FakeHost> {
  const flaw = pluginFlaw(plugin, settings.serverVersion);
  if (flaw) refuse(flaw.name ?? 'without a name', flaw.problem);
  const registration = new Registration(plugin, settings);
  try {
    await registration.run();
    return registration;
  } catch (error) {
    await registration.stop();
    throw error;
  }
}

function refuse(name: string, [problem, remedy]: Problem): never {
  throw new Error(`Plugin ${name} ${problem}: ${remedy}.`);
}

class Registration implements FakeHost {
  readonly host: PluginHost;
  readonly logged: LogLine[] = [];
  readonly audited: AuditEvent[] = [];
  readonly entries: FakeEntry[] = [];
  readonly routes: PluginRoute[] = [];
  readonly healthChecks: HealthCheck[] = [];
  readonly pages: FoundPages[] = [];
  readonly #provided: { kind: Kind; implementation: object }[] = [];
  readonly #plugin: Plugin;
  readonly #settings: FakeSettings;
  readonly #stopping = new AbortController();
  #ownFolder: string | undefined;
  #open = true;
  /** What the plugin did wrong first, also when it caught the error that told it so. */
  #fault: unknown;

  readonly #fileKey = randomBytes(32);
  readonly #events: FakeEvents;

  constructor(plugin: Plugin, settings: FakeHostSettings) {
    this.#plugin = plugin;
    this.#settings = new FakeSettings(plugin.settings ?? {}, settings.settings);
    const { state = new Map<string, string>() } = settings;
    this.#events = FakeEvents.of(state);
    this.host = this.#handOut({ ...settings, state });
  }

  async run(): Promise<void> {
    try {
      await this.#plugin.register(this.host);
    } finally {
      this.#open = false;
    }
    if (this.#fault !== undefined) throw this.#fault as Error;
    const { name } = this.#plugin;
    const problem = togetherProblem({ name, provided: this.#provided, routes: this.routes, pages: this.pages });
    if (problem) refuse(name, problem);
  }

  get kinds(): Kind[] {
    return this.#provided.map(({ kind }) => kind);
  }

  provided<K extends Kind>(kind: K): Contracts[K] {
    const found = this.#provided.find((one) => one.kind === kind);
    if (!found) throw new Error(`Plugin ${this.#plugin.name} provides no ${kind}.`);
    return found.implementation as Contracts[K];
  }

  call(method: PluginRoute['method'], path: string, call: FakeCall = {}): Promise<FakeAnswer> {
    return callRoute(this.routes, [method, path], call, (event) => void this.audited.push(event));
  }

  browser(): FakeBrowser {
    return new FakeBrowser((...sent) => this.call(...sent));
  }

  async check(id: string): Promise<HealthCheckResult> {
    const check = this.healthChecks.find((one) => one.id === id);
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
    for (const { implementation } of this.#provided.splice(0).reverse()) {
      await (implementation as { close?: () => unknown }).close?.();
    }
    if (this.#ownFolder !== undefined) rmSync(this.#ownFolder, { recursive: true, force: true });
  }

  #handOut(settings: FakeHostSettings & { state: Map<string, string> }): PluginHost {
    const { environment = {}, state, passwords = {}, codes = {}, timeZone = 'UTC' } = settings;
    const { name } = this.#plugin;
    const { values, problem } = optionValues(this.#plugin, environment);
    if (problem) refuse(name, problem);
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
        set: (key, value) => void state.set(key, value),
        delete: (key) => void state.delete(key),
      },
      index: fakeIndex(),
      snapshots: new FakeSnapshots(),
      accounts: fakeAccounts({ passwords, codes }),
      events: this.#events,
      library: fakeLibrary(settings.library ?? {}),
      audit: (event) => void this.audited.push(event),
      encryption: settings.encrypted ? { cipher: 'chacha20', key: this.#fileKey } : null,
      deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `plugin ${name}: ${purpose}`, 32)),
      serverDataDir,
      timeZone,
      serving: settings.serving ?? true,
      signal: this.#stopping.signal,
      provide: (kind, implementation) => {
        this.#take('provide', [implementationProblem(kind, implementation)]);
        this.#provided.push({ kind, implementation });
      },
      routes: (added) => {
        this.#take(
          'routes',
          added.map((route) => routeProblem(route, name)),
        );
        this.routes.push(...added);
      },
      settings: this.#settings.handed,
      healthCheck: (check) => {
        this.#take('healthCheck', [healthCheckProblem(check)]);
        this.healthChecks.push(check);
      },
      pages: (given) => {
        const found = pagesOf(given);
        const twice: Problem = ['has pages twice', 'call host.pages once, with one folder'];
        this.#take('pages', [this.pages.length > 0 ? twice : isProblem(found) ? found : null]);
        if (!isProblem(found)) this.pages.push(found);
      },
      signIn: fakeSignIn(settings.epochs ?? new Map(), this.entries),
    });
  }

  /** @throws Error as soon as something is wrong with what the plugin gives */
  #take(call: string, problems: readonly (Problem | null)[]): void {
    const late: Problem = [`called host.${call} after register had ended`, 'register must await what it needs for it'];
    const problem = this.#open ? problems.find((one) => one !== null) : late;
    if (!problem) return;
    try {
      refuse(this.#plugin.name, problem);
    } catch (error) {
      this.#fault ??= error;
      throw error;
    }
  }
}
