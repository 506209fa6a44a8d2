import { DomainError } from '../domain/errors.ts';
import type { SettingSpec, SettingValue, SettingValues } from '../plugin-api/index.ts';
import { settingFlaw } from '../plugin-api/shapes/settings.ts';

/** A loaded plugin and its settings. */
export interface AdministeredPlugin {
  readonly name: string;
  readonly version: string;
  readonly settings: {
    readonly specs: Readonly<Record<string, SettingSpec>>;
    readonly values: SettingValues;
    change(changes: Readonly<Record<string, SettingValue | null>>): void;
  };
}

/** Lets admins change the settings of plugins. */
export class PluginAdministration {
  readonly #plugins: () => readonly AdministeredPlugin[];
  readonly #onChange: () => void;

  /** @param onChange called after a plugin was notified of its new settings */
  constructor(plugins: () => readonly AdministeredPlugin[], onChange: () => void) {
    this.#plugins = plugins;
    this.#onChange = onChange;
  }

  all(): readonly AdministeredPlugin[] {
    return this.#plugins();
  }

  /**
   * Changes settings, all or none.
   * @param changes by the settings' names; null removes a setting
   * @throws DomainError for a plugin that is not loaded, an unknown setting, or an invalid value
   */
  change(name: string, changes: Readonly<Record<string, unknown>>): AdministeredPlugin {
    const plugin = this.#plugins().find((one) => one.name === name);
    if (!plugin) throw new DomainError('not_found', 'There is no plugin of this name.');
    const { specs } = plugin.settings;
    for (const [key, value] of Object.entries(changes)) {
      const spec = Object.hasOwn(specs, key) ? specs[key] : undefined;
      if (!spec) throw new DomainError('bad_input', `The plugin has no setting ${key}.`);
      const flaw = value === null ? null : settingFlaw(spec, value);
      if (flaw !== null) throw new DomainError('bad_input', `${key} ${flaw}.`);
    }
    plugin.settings.change(changes as Readonly<Record<string, SettingValue | null>>);
    this.#onChange();
    return plugin;
  }
}
