import Joi from 'joi';
import type { AdministeredPlugin, PluginAdministration } from '../../services/plugin-administration.ts';
import { route, type Route } from '../pipeline/route.ts';
import { fields, list, of } from '../schemas/answer.ts';
import { boolean, number, word } from '../schemas/parts.ts';
import * as schemas from '../schemas/plugins.ts';
import type { PluginSettingValue, PluginsWithSettings, PluginWithSettings } from '../wire.ts';

/** Settings of plugins, for admins. */
export function pluginSettingRoutes({ plugins }: { plugins: PluginAdministration }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/plugins',
      access: 'admin',
      summary: 'The loaded plugins and their settings.',
      answer: schemas.pluginsWithSettings,
      handle: (): PluginsWithSettings => ({ plugins: plugins.all().map(present) }),
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/plugins/{name}',
      access: 'admin',
      summary: 'Changes settings of a plugin, which is notified at once; settings that are not sent stay unchanged.',
      params: fields({ name: word.max(214).required() }),
      payload: fields({
        values: of<Record<string, PluginSettingValue | null>, Joi.ObjectSchema>(
          Joi.object().pattern(
            word.pattern(/^[A-Z][A-Z0-9_]*$/),
            Joi.alternatives(word, number.strict(), boolean.strict(), list(word).max(1000)).allow(null),
          ),
        )
          .max(1000)
          .required()
          .description('The new values by name of the setting; null resets to the default, or to no value.'),
      }),
      answer: schemas.pluginWithSettings,
      handle: ({ params: { name }, payload: { values } }): PluginWithSettings => present(plugins.change(name, values)),
      // Only the names are recorded, since values may be secrets.
      audit: ({ params: { name }, payload: { values } }) => ({
        action: 'plugin.settings_changed',
        subject: name,
        detail: Object.keys(values).join(', '),
      }),
    }),
  ];
}

function present({ name, version, settings }: AdministeredPlugin): PluginWithSettings {
  return {
    name,
    version,
    settings: Object.entries(settings.specs).map(([key, { label, describe, type, choices = [], required = false }]) => {
      const value = settings.values[key];
      const shownValue = type === 'secret' ? undefined : value;
      return {
        key,
        label,
        describe,
        type,
        choices: [...choices],
        required,
        value: shownValue === undefined ? null : typeof shownValue === 'object' ? [...shownValue] : shownValue,
        is_set: value !== undefined,
      };
    }),
  };
}
