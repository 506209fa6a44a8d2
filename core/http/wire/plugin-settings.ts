export type PluginSettingValue = string | number | boolean | string[];

export interface PluginSetting {
  key: string;
  label: string;
  describe: string;
  type: 'text' | 'secret' | 'number' | 'switch' | 'choice' | 'list';
  /** The possible values of a choice. */
  choices: string[];
  required: boolean;
  /** The value, or the default if it is not set; null for a secret, and without a default. */
  value: PluginSettingValue | null;
  /** Whether a value is set, which may be a secret. */
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
