import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

interface Bind {
  readonly type: 'bind';
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
  readonly bind?: { readonly propagation?: string };
}

/** A service, with the settings that `compose.yaml` uses. */
interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly { readonly path: string }[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly (string | Bind)[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** Runs the containers of a compose file without Compose. The file itself is read, so that its settings are tested. */
export class Compose {
  readonly #file: ComposeFile;
  readonly #folder: string;
  readonly #variables: Readonly<Record<string, string>>;

  constructor(path: string, variables: Readonly<Record<string, string>>) {
    this.#file = parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
    this.#folder = dirname(path);
    this.#variables = variables;
  }

  /** Whether each network is internal, by name. */
  get networks(): Map<string, boolean> {
    return new Map(Object.entries(this.#file.networks).map(([name, network]) => [name, network?.internal === true]));
  }

  /**
   * The arguments of `podman run` for a service, without its restart policy and ports of the host.
   * @param more options that are not in the file
   */
  runArguments(name: string, more: readonly string[] = []): string[] {
    const service = this.#file.services[name];
    if (!service) throw new Error(`the compose file has no service ${name}`);
    const networks = service.network_mode ? [service.network_mode] : (service.networks ?? []);
    return [
      ...['--detach', '--name', name],
      ...(service.init ? ['--init'] : []),
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.stop_grace_period ? ['--stop-timeout', String(parseInt(service.stop_grace_period, 10))] : []),
      ...(service.tmpfs ?? []).flatMap((path) => ['--tmpfs', path]),
      ...(service.cap_drop ?? []).flatMap((what) => ['--cap-drop', what]),
      ...(service.security_opt ?? []).flatMap((what) => ['--security-opt', what.replace(/:true$/, '')]),
      ...networks.flatMap((network) => ['--network', network]),
      ...Object.entries(service.environment ?? {}).flatMap(([key, value]) => ['--env', `${key}=${this.#fill(value)}`]),
      ...(service.env_file ?? []).flatMap((file) => ['--env-file', resolve(this.#folder, file.path)]),
      ...(service.volumes ?? []).flatMap((volume) => ['--volume', this.#volume(volume)]),
      ...(service.secrets ?? []).flatMap((secret) => ['--volume', this.#secret(secret)]),
      ...more,
      service.image,
      ...(service.command ?? []),
    ];
  }

  #volume(volume: string | Bind): string {
    if (typeof volume === 'string') return this.#inFolder(this.#fill(volume));
    const options = [volume.read_only ? 'ro' : 'rw', ...(volume.bind?.propagation ? [volume.bind.propagation] : [])];
    return `${this.#fill(volume.source)}:${volume.target}:${options.join(',')}`;
  }

  #secret(name: string): string {
    const secret = this.#file.secrets[name];
    if (!secret) throw new Error(`the compose file has no secret ${name}`);
    return `${this.#inFolder(secret.file)}:/run/secrets/${name}:ro`;
  }

  /** Names of volumes stay as they are, and so do absolute paths. */
  #inFolder(path: string): string {
    return path.startsWith('./') ? resolve(this.#folder, path) : path;
  }

  /** Replaces `${NAME:?error message}` and `${NAME:-default}`. */
  #fill(text: string | number): string {
    return String(text).replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      const value = this.#variables[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`the compose file asks for ${name}: ${rest}`);
      return value;
    });
  }
}
