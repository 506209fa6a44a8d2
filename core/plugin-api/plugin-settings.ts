/** The type of a setting; a `secret` is never shown again, a `switch` is on or off, a `list` is lines of text. */
export type SettingType = 'text' | 'secret' | 'number' | 'switch' | 'choice' | 'list';

export type SettingValue = string | number | boolean | readonly string[];

/** One setting of a plugin, which admins change while the server runs. */
export interface SettingSpec {
  /** Its name in the form. */
  readonly label: string;
  /** What it does, with an example, for admins. */
  readonly describe: string;
  readonly type: SettingType;
  /** The possible values of a choice. */
  readonly choices?: readonly string[];
  /** Whether the form says that the plugin does nothing without it. */
  readonly required?: boolean;
  /** The value while it is not set. Secrets have no default. */
  readonly default?: SettingValue;
}

export type SettingValues = Readonly<Record<string, SettingValue | undefined>>;

/** The settings that a plugin declares, as admins have set them. They are stored in the index, secrets encrypted. */
export interface PluginSettings {
  /** All settings by name, with defaults; undefined for those that are not set. */
  get(): SettingValues;
  /** Calls the listener after each change. */
  onChange(listener: (values: SettingValues) => void): void;
}
