import { API_VERSION, type Plugin } from '../../../core/plugin-api/index.ts';

/** A plugin with this `register`. */
export const pluginOf = (register: Plugin['register'], more: Partial<Plugin> = {}): Plugin => ({
  name: '@me/tried',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register,
  ...more,
});

/** The message of the error with which `work` fails. */
export const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was wrong',
    (error: unknown) => (error as Error).message,
  );
