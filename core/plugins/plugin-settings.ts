import { hkdfSync } from 'node:crypto';
import type { PluginSettings, SettingSpec, SettingValue, SettingValues } from '../plugin-api/index.ts';
import { mayListen, settingValues } from '../plugin-api/shapes/settings.ts';
import { seal, unseal } from '../plugin-api/toolkit/sealed-bytes.ts';
import type { PluginSettingRow, PluginSettingRows } from '../store/plugin-setting-rows.ts';
import { runAs, type PluginOrigin } from './running-plugin.ts';

interface Parts {
  readonly origin: PluginOrigin;
  readonly specs: Readonly<Record<string, SettingSpec>>;
  readonly rows: Pick<PluginSettingRows, 'of' | 'put'>;
  /** The secret of the server. */
  readonly secret: Uint8Array;
  /** Called with each error of the plugin's listeners. */
  readonly onFault: (error: unknown) => void;
}

/** The settings of one plugin. */
export class SettingsOfPlugin {
  readonly specs: Readonly<Record<string, SettingSpec>>;
  readonly #origin: PluginOrigin;
  readonly #with: Parts;
  readonly #key: Uint8Array;
  readonly #listeners: ((values: SettingValues) => void)[] = [];
  /** Secrets of the plugin's options, which are hidden as well. */
  readonly #otherSecrets: readonly string[];
  #values: SettingValues;

  constructor(parts: Parts) {
    this.specs = parts.specs;
    this.#origin = parts.origin;
    this.#with = parts;
    this.#key = Buffer.from(hkdfSync('sha256', parts.secret, '', `settings of plugin ${parts.origin.name}`, 32));
    this.#otherSecrets = parts.origin.secrets;
    this.#values = this.#read();
  }

  /** The `settings` of the plugin's host. */
  get handed(): PluginSettings {
    return {
      get: () => this.#values,
      onChange: (listener) => {
        mayListen(this.#listeners.length);
        this.#listeners.push(listener);
      },
    };
  }

  /** All values, including secrets. Only the plugin gets them; other code may only check which ones are set. */
  get values(): SettingValues {
    return this.#values;
  }

  /** @param changes values that fit the settings; null removes a value */
  change(changes: Readonly<Record<string, SettingValue | null>>): void {
    this.#with.rows.put(
      this.#origin.name,
      Object.entries(changes).map(([key, value]) => this.#row(key, value)),
    );
    this.#values = this.#read();
    // Listeners that are added during this call are called for the next change.
    for (const listener of [...this.#listeners]) this.#tell(listener);
  }

  #row(key: string, value: SettingValue | null): PluginSettingRow {
    if (value === null) return { key, value: null, sealed: null };
    const json = JSON.stringify(value);
    if (this.specs[key]?.type !== 'secret') return { key, value: json, sealed: null };
    return { key, value: null, sealed: seal(this.#key, key, Buffer.from(json)) };
  }

  #read(): SettingValues {
    // Most plugins declare no settings.
    if (Object.keys(this.specs).length === 0) return {};
    const rows = new Map(this.#with.rows.of(this.#origin.name).map((row) => [row.key, row]));
    const values = settingValues(this.specs, (key) => this.#valueOf(rows.get(key)));
    const secrets = Object.entries(values).flatMap(([key, value]) =>
      this.specs[key]?.type === 'secret' && typeof value === 'string' ? value : [],
    );
    this.#origin.secrets = [...this.#otherSecrets, ...secrets];
    return values;
  }

  /** Also undefined for a secret that was encrypted when the server had another secret: it must be set again. */
  #valueOf(row: PluginSettingRow | undefined): unknown {
    if (!row) return undefined;
    try {
      const json = row.sealed ? unseal(this.#key, row.key, row.sealed).toString('utf8') : (row.value ?? 'null');
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  }

  #tell(listener: (values: SettingValues) => void): void {
    try {
      // If the listener returns a promise that rejects, that counts as an unhandled error of the plugin.
      runAs(this.#origin, () => {
        listener(this.#values);
      });
    } catch (error) {
      this.#with.onFault(error);
    }
  }
}
