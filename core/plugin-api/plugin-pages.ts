import type { Role } from './plugin-route.ts';
import type { Wording } from './wording.ts';

/** A link in the navigation of the web UI. */
export interface PluginMenu {
  /** One or two words. */
  readonly label: Wording;
  /** The lowest role that sees the link. Anyone who knows the URL can open the page, signed in or not. */
  readonly role: Role;
  /** A line icon of 24 × 24: the data of one SVG path, such as `M4 12h16`. */
  readonly icon?: string;
}

/** A plugin's own static files, served below `/plugins/<its name>/`. */
export interface PluginPages {
  /**
   * An absolute path, or a URL such as `new URL('./pages/', import.meta.url)`. Files whose name begins with a dot are not
   * served.
   */
  readonly folder: string | URL;
  /** A link to the folder's `index.html`. */
  readonly menu?: PluginMenu;
}
