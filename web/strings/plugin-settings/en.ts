/** What is said of plugins and their settings; what they call these themselves is in their own language. */
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
