import { roleAllows, type Role } from '../../domain/roles.ts';
import type { PluginMenu } from '../../plugin-api/index.ts';
import { route, type Route } from '../pipeline/route.ts';
import { pluginPages } from '../schemas/plugins.ts';
import type * as wire from '../wire.ts';

/** The pages of a plugin, with their link in the navigation; without a link, users can only open them by their URL. */
interface LinkedPages {
  /** The plugin's name. */
  readonly plugin: string;
  readonly menu: PluginMenu | undefined;
}

/** The links of plugins' pages in the navigation. */
export function pluginPagesRoute(pages: readonly LinkedPages[]): Route {
  return route({
    method: 'GET',
    path: '/api/plugins/pages',
    access: 'read',
    summary: 'The pages of plugins in the navigation of the caller',
    answer: pluginPages,
    handle: (call): wire.PluginPages => {
      const { role } = call.caller;
      return { pages: pages.flatMap((page) => present(page, role)) };
    },
  });
}

function present({ plugin, menu }: LinkedPages, role: Role): wire.PluginPage[] {
  if (!menu || !roleAllows(role, menu.role)) return [];
  const { label, icon = null } = menu;
  const { en, de = en, fr = en } = typeof label === 'string' ? { en: label } : label;
  return [{ path: `/plugins/${plugin}/`, label: { en, de, fr }, icon }];
}
