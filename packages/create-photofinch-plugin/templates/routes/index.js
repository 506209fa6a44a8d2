import { createRequire } from 'node:module';
import { API_VERSION, PluginHttpError } from '@photofinch/plugin-api';
import Joi from 'joi';

const { name, version } = createRequire(import.meta.url)('./package.json');

/** @type {import('@photofinch/plugin-api').Plugin} */
export default {
  name,
  version,
  apiVersion: API_VERSION,
  options: {
    MY_PLUGIN_LONGEST: { describe: 'how many characters a note may have, such as 500', default: '200' },
  },
  register(host) {
    const longest = Number(host.options.MY_PLUGIN_LONGEST);
    if (!Number.isInteger(longest) || longest < 1) throw new Error('MY_PLUGIN_LONGEST must be a whole number above 0');

    // One note for each user, kept in the index.
    const keyOf = (caller) => `note ${caller.userId}`;
    host.routes([
      {
        method: 'GET',
        path: '/api/my-plugin/note',
        access: 'read',
        summary: 'Your note',
        answer: Joi.object({ note: Joi.string().required() }),
        errors: [404],
        handler: async ({ caller }) => {
          const note = host.state.get(keyOf(caller));
          if (note === undefined) throw new PluginHttpError(404, 'You have no note.');
          return { note };
        },
      },
      {
        method: 'PUT',
        path: '/api/my-plugin/note',
        access: 'read',
        summary: 'Writes your note',
        payload: Joi.object({ note: Joi.string().max(longest).required() }),
        answer: Joi.object({ note: Joi.string().required() }),
        errors: [],
        handler: async ({ caller, payload }) => {
          host.state.set(keyOf(caller), payload.note);
          return { note: payload.note };
        },
        audit: ({ caller }) => ({ action: 'note.written', subject: caller.username }),
      },
    ]);
    host.healthCheck({
      id: 'my-plugin',
      run: async () => ({ ok: true, detail: `Notes may have ${longest} characters.` }),
    });
  },
};
