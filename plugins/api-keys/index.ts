import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { ApiKeys } from './api-keys.ts';
import { keyRoutes } from './routes.ts';

/** Keys for scripts and other programs, which act as the user who made them. */
const plugin: Plugin = {
  name: 'api-keys',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register(host) {
    const keys = new ApiKeys({
      state: host.state,
      epochOf: (userId) => host.signIn.epochOf(userId),
      clock: () => Math.floor(Date.now() / 1000),
    });
    host.provide('sign-in', { bearer: (token) => Promise.resolve(keys.grantOf(token)) });
    host.routes(keyRoutes({ keys, accounts: host.accounts }));
  },
};

export default plugin;
