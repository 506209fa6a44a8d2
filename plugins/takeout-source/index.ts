import { join } from 'node:path';
import { API_VERSION, type Plugin } from 'photofinch/plugin-api';

const folder = 'TAKEOUT_DIR';

/** Photos of an unpacked export of Google Photos (Google Takeout), with the metadata of its side files. */
const plugin: Plugin = {
  name: 'takeout-source',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    [folder]: {
      describe: 'the folder with the unpacked export, such as /home/me/Takeout; all parts beside each other',
    },
  },
  async register(host) {
    const { log, options, dataDir, encryption } = host;
    const root = options[folder];
    if (root === undefined) {
      log.debug('TAKEOUT_DIR is not set: no export is read');
      return;
    }
    const { TakeoutSource } = await import('./takeout-source.ts');
    const journalFile = join(dataDir, 'takeout.sqlite3');
    host.provide('photo-source', new TakeoutSource({ root, journalFile, encryption, log }));
  },
};

export default plugin;
