import { hkdfSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HealthCheck, HealthCheckResult } from '../health-check.ts';
import type { AuditEvent, Contracts, Kind, Plugin, PluginHost, PluginRoute } from '../plugin.ts';
import { healthCheckProblem, implementationProblem, routeProblem, type Problem } from '../shapes/implementation.ts';
import { optionValues } from '../shapes/options.ts';
import { pluginFlaw } from '../shapes/plugin.ts';
import { fakeAccounts } from './fake-accounts.ts';
import { fakeIndex } from './fake-index.ts';
import { fakeLog, type LogLine } from './fake-log.ts';
import { callRoute, type FakeAnswer, type FakeCall } from './fake-routes.ts';
import { FakeSnapshots } from './fake-snapshots.ts';

export interface FakeHostSettings {
  /** Where the plugin's options are read from; it sees those that it declares. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** What `host.state` keeps; hand the same one to the next host to see what a restart does. */
  readonly state?: Map<string, string>;
  /** The server's data folder; absent: a new one, which goes when the host stops. */
  readonly serverDataDir?: string;
  /** Of the accounts, by the user's id. */
  readonly passwords?: Readonly<Record<number, string>>;
  /** The server's secret, of which keys are derived. */
  readonly secret?: string;
  /** IANA name; default UTC. */
  readonly timeZone?: string;
  /** Default true. */
  readonly serving?: boolean;
}

/** A plugin that has registered, and what a test may do with it. */
export interface FakeHost {
  /** What the plugin was handed. */
  readonly host: PluginHost;
  readonly logged: readonly LogLine[];
  readonly audited: readonly AuditEvent[];
  readonly routes: readonly PluginRoute[];
  readonly healthChecks: readonly HealthCheck[];
  /** @throws Error when the plugin provides none of this kind */
  provided<K extends Kind>(kind: K): Contracts[K];
  /** Calls a route of the plugin's. @param path without a query: `/api/tides/Porto` */
  call(method: PluginRoute['method'], path: string, call?: FakeCall): Promise<FakeAnswer>;
  /** Runs one of the plugin's health checks. */
  check(id: string): Promise<HealthCheckResult>;
  /** Ends it as a server ends: the signal is aborted, implementations are closed, the last first. */
  stop(): Promise<void>;
}

/**
 * Registers a plugin as the server does.
 * @throws Error with the line that would stop the server, or what `register` throws
 */
export async function fakeHost(plugin: Plugin, settings: FakeHostSettings = {}): Promise<FakeHost> {
  const flaw = pluginFlaw(plugin);
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
  readonly routes: PluginRoute[] = [];
  readonly healthChecks: HealthCheck[] = [];
  readonly #provided: { kind: Kind; implementation: object }[] = [];
  readonly #plugin: Plugin;
  readonly #stopping = new AbortController();
  #ownFolder: string | undefined;
  #open = true;
  /** What the plugin did wrong first, also when it caught the error that told it so. */
  #fault: unknown;

  constructor(plugin: Plugin, settings: FakeHostSettings) {
    this.#plugin = plugin;
    this.host = this.#handOut(settings);
  }

  async run(): Promise<void> {
    try {
      await this.#plugin.register(this.host);
    } finally {
      this.#open = false;
    }
    if (this.#fault !== undefined) throw this.#fault as Error;
  }

  provided<K extends Kind>(kind: K): Contracts[K] {
    const found = this.#provided.find((one) => one.kind === kind);
    if (!found) throw new Error(`Plugin ${this.#plugin.name} provides no ${kind}.`);
    return found.implementation as Contracts[K];
  }

  call(method: PluginRoute['method'], path: string, call: FakeCall = {}): Promise<FakeAnswer> {
    return callRoute(this.routes, [method, path], call, (event) => void this.audited.push(event));
  }

  async check(id: string): Promise<HealthCheckResult> {
    const check = this.healthChecks.find((one) => one.id === id);
    if (!check) throw new Error(`Plugin ${this.#plugin.name} has no health check ${id}.`);
    return check.run({ signal: this.#stopping.signal });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { implementation } of this.#provided.splice(0).reverse()) {
      await (implementation as { close?: () => unknown }).close?.();
    }
    if (this.#ownFolder !== undefined) rmSync(this.#ownFolder, { recursive: true, force: true });
  }

  #handOut(settings: FakeHostSettings): PluginHost {
    const { environment = {}, state = new Map<string, string>(), passwords = {}, timeZone = 'UTC' } = settings;
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
      accounts: fakeAccounts(passwords),
      audit: (event) => void this.audited.push(event),
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
        this.#take('routes', added.map(routeProblem));
        this.routes.push(...added);
      },
      healthCheck: (check) => {
        this.#take('healthCheck', [healthCheckProblem(check)]);
        this.healthChecks.push(check);
      },
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
