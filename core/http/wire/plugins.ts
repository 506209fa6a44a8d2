/** A page of a plugin that has a link in the navigation. */
export interface PluginPage {
  /** Starts with `/plugins/` and ends with a slash. */
  path: string;
  /** In each language of the web UI. */
  label: { en: string; de: string; fr: string };
  /** The data of an SVG path in a square of 24. */
  icon: string | null;
}

export interface PluginPages {
  pages: PluginPage[];
}
