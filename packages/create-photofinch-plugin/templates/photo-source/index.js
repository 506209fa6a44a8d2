import { createRequire } from 'node:module';
import { API_VERSION } from '@photofinch/plugin-api';
import { FewPictures } from './source.js';

const { name, version } = createRequire(import.meta.url)('./package.json');

/** @type {import('@photofinch/plugin-api').Plugin} */
export default {
  name,
  version,
  apiVersion: API_VERSION,
  options: {
    MY_PLUGIN_FOLDER: { describe: 'the folder with the JPEG files, such as /home/me/Pictures', required: true },
  },
  register(host) {
    host.provide('photo-source', new FewPictures(host.options.MY_PLUGIN_FOLDER));
  },
};
