import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { createVectorIndexProvider } from './vector-indexes.ts';

/** Exact vector search on this machine's CPU. */
const plugin: Plugin = {
  name: 'vectors-local',
  version: '1.0.0',
  apiVersion: API_VERSION,

  register(host) {
    host.provide('vector-index', createVectorIndexProvider({ log: host.log }));
  },
};

export default plugin;
