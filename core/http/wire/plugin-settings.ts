export type PluginSettingValue = string | number | boolean | string[];

export interface PluginSetting {
  key: string;
  label: string;
  describe: string;
  type: 'text' | 'secret' | 'number' | 'switch' | 'choice' | 'list';
  /** Values of a choice. */
  choices: string[];
  required: boolean;
  /** The default when unset; null for a secret, and without a default. */
  value: PluginSettingValue | null;
  /** Whether there is a value, be it a secret. */
  is_set: boolean;
}

export interface PluginWithSettings {
  name: string;
  version: string;
  settings: PluginSetting[];
}

export interface PluginsWithSettings {
  plugins: PluginWithSettings[];
}
