import type { PluginPages } from '../plugin-api/index.ts';
import { isProblem, pagesOf, type FoundPages } from '../plugin-api/shapes/pages.ts';
import type { Problem } from '../plugin-api/shapes/problem.ts';

/** The pages of a plugin, as the server serves them. */
export interface ServedPages extends FoundPages {
  /** Its name. */
  readonly plugin: string;
}

/** The name under which the server serves its own modules for the pages of plugins. */
const ofServer = '-';

/**
 * What is wrong with the pages of a plugin, or the pages.
 * @param others that it gave before
 */
export function servedPages(
  given: PluginPages,
  plugin: string,
  others: readonly ServedPages[],
): { readonly problem: Problem } | { readonly pages: ServedPages } {
  if (others.length > 0) return { problem: ['has pages twice', 'call host.pages once, with one folder'] };
  if (plugin === ofServer) return { problem: ['has pages below /plugins/-/', 'choose another name'] };
  const found = pagesOf(given);
  return isProblem(found) ? { problem: found } : { pages: { plugin, ...found } };
}
