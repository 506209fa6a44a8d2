import type { PluginSettings, SettingSpec, SettingValues } from '../plugin-settings.ts';
import { mayListen, settingFlaw, settingValues } from '../shapes/settings.ts';

/** Settings that an admin changes, with the server's validation. */
export class FakeSettings {
  readonly #specs: Readonly<Record<string, SettingSpec>>;
  readonly #listeners: ((values: SettingValues) => void)[] = [];
  #set: SettingValues = {};

  constructor(specs: Readonly<Record<string, SettingSpec>>, set: SettingValues = {}) {
    this.#specs = specs;
    this.change(set);
  }

  get handed(): PluginSettings {
    return {
      get: () => settingValues(this.#specs, (key) => this.#set[key]),
      onChange: (listener) => {
        mayListen(this.#listeners.length);
        this.#listeners.push(listener);
      },
    };
  }

  /** @throws Error for what the server rejects with 400 */
  change(changes: SettingValues): void {
    for (const [key, value] of Object.entries(changes)) {
      const spec = this.#specs[key];
      if (!spec) throw new Error(`The plugin has no setting ${key}.`);
      const flaw = value === undefined ? null : settingFlaw(spec, value);
      if (flaw !== null) throw new Error(`${key} ${flaw}.`);
    }
    this.#set = { ...this.#set, ...changes };
    for (const listener of [...this.#listeners]) listener(this.handed.get());
  }
}
