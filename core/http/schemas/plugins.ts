import Joi from 'joi';
import { answer, list, nullable, of, oneOf, type Value } from './answer.ts';
import { boolean, word } from './parts.ts';

/** Schemas of plugins' settings and pages in answers. */

const value = of<string | number | boolean | string[], Joi.AlternativesSchema>(
  Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean(), Joi.array().items(Joi.string())),
);
export type PluginSettingValue = Value<typeof value>;

const setting = answer({
  key: word,
  label: word,
  describe: word,
  type: oneOf('text', 'secret', 'number', 'switch', 'choice', 'list'),
  choices: list(word).description('The possible values of a setting of type choice.'),
  required: boolean,
  value: nullable(value).description(
    'The value, or the default if none is set. Null for a secret, which is never sent.',
  ),
  is_set: boolean.description('Whether a value is set; also for a secret.'),
});
export type PluginSetting = Value<typeof setting>;

export const pluginWithSettings = answer({ name: word, version: word, settings: list(setting) });
export type PluginWithSettings = Value<typeof pluginWithSettings>;

export const pluginsWithSettings = answer({ plugins: list(pluginWithSettings) });
export type PluginsWithSettings = Value<typeof pluginsWithSettings>;

/** A page of a plugin that has a link in the navigation. */
const pluginPage = answer({
  /** Starts with `/plugins/` and ends with a slash. */
  path: word,
  label: answer({ en: word, de: word, fr: word }),
  icon: nullable(word).description('The data of an SVG path on a square of 24.'),
});
export type PluginPage = Value<typeof pluginPage>;

export const pluginPages = answer({ pages: list(pluginPage) });
export type PluginPages = Value<typeof pluginPages>;
