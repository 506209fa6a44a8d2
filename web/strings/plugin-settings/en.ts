/** Plugins and their settings. The names of settings come from the plugins. */
export const pluginSettings = {
  none: 'No plugin has settings here.',
  isSet: 'A value is stored. Type a new one to replace it.',
  lines: 'One per line.',
  unset: 'Not set',
  clear: 'Delete the stored value',
  needed: 'required',
  save: 'Save',
  saved: (plugin: string) => `Settings of ${plugin} saved`,
};

export type PluginSettingsStrings = typeof pluginSettings;
