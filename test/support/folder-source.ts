import { offerContract } from '../../core/plugins/import-plugin.ts';
import type { PhotoSource, Plugin } from '../../core/plugin-api/index.ts';

interface FolderSourceOptions {
  /** The folder with the pictures. */
  path: string;
  storeId?: string;
  /** Which paths inside the folder are photos; default: all. */
  pattern?: RegExp;
  /** Where the change feed is kept between runs; default: in memory. */
  journalFile?: string;
}

interface FolderSourceModule {
  default: Plugin;
  createFolderSource(options: FolderSourceOptions): PhotoSource;
}

const home = new URL('../fixtures/plugins/folder-source/', import.meta.url);

// A third-party package: it must find the contract as in a running server.
offerContract();
const module = (await import(new URL('index.js', home).href)) as FolderSourceModule;

/** The third-party photo source with which tests index real files. */
export const createFolderSource: FolderSourceModule['createFolderSource'] = (options) =>
  module.createFolderSource(options);
