import type { Role } from './plugin-route.ts';
import type { Wording } from './wording.ts';

/** A link in the navigation of the web UI. */
export interface PluginMenu {
  /** One or two words. */
  readonly label: Wording;
  /** The least role that sees the link. Anybody who knows the address can open the page, signed in or not. */
  readonly role: Role;
  /** A line drawing on a square of 24: the data of one SVG path, such as `M4 12h16`. */
  readonly icon?: string;
}

/** A plugin's own files, served as they are below `/plugins/<its name>/`. */
export interface PluginPages {
  /** Absolute, or as in `new URL('./pages/', import.meta.url)`. Files whose name begins with a dot are not served. */
  readonly folder: string | URL;
  /** Leads to the folder's `index.html`. */
  readonly menu?: PluginMenu;
}
