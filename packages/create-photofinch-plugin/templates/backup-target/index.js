import { createRequire } from 'node:module';
import { API_VERSION } from '@photofinch/plugin-api';
import { SecondDisk } from './second-disk.js';

const { name, version } = createRequire(import.meta.url)('./package.json');

/** @type {import('@photofinch/plugin-api').Plugin} */
export default {
  name,
  version,
  apiVersion: API_VERSION,
  options: {
    MY_PLUGIN_FOLDER: { describe: 'a folder on another disk, such as /mnt/usb/photofinch/copies', required: true },
    MY_PLUGIN_KEEP: { describe: 'how many copies are kept, such as 30', default: '7' },
  },
  register(host) {
    const count = Number(host.options.MY_PLUGIN_KEEP);
    if (!Number.isInteger(count) || count < 1) throw new Error('MY_PLUGIN_KEEP must be a whole number above 0');
    host.provide('backup-target', new SecondDisk(host.options.MY_PLUGIN_FOLDER, count));
  },
};
