import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { localDay } from './calendar.ts';
import { DemoSource } from './demo-source.ts';

/** Sample pictures instead of a photo store, for trying out the server. */
const plugin: Plugin = {
  name: 'demo-source',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register(host) {
    host.provide('photo-source', new DemoSource(localDay));
  },
};

export default plugin;
