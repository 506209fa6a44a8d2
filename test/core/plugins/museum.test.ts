import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { faultOf, fixture } from './loading.ts';

/** The one line that each broken plugin is answered with; `<path>` stands for the plugin as it was named in PLUGINS. */
const museum: Readonly<Record<string, string>> = {
  'broken-syntax': `Plugin <path> cannot be read (Unexpected identifier 'version'): correct index.js.`,
  'broken-no-default-export':
    'Plugin <path> has no default export: its module must `export default` the plugin object.',
  'broken-null': 'Plugin <path> exports null: its default export must be the plugin object.',
  'broken-class': 'Plugin <path> exports a function or class: its default export must be the plugin object itself.',
  'broken-function': 'Plugin <path> exports a function or class: its default export must be the plugin object itself.',
  'broken-import-throws': 'Plugin <path> fails while it is imported (no such luck): correct its module.',
  'broken-import-hangs': 'Plugin <path> is not imported within 0.3 s: see what its module awaits at its top level.',
  'broken-missing-dependency':
    'Plugin <path> imports photofinch-test-no-such-package, which is not there: run npm install in the plugin’s folder, or correct the import.',
  'broken-missing-file':
    'Plugin <path> imports helper.js, which is not there: run npm install in the plugin’s folder, or correct the import.',
  'broken-missing-name':
    "Plugin <path> cannot be read (The requested module 'photofinch/plugin-api' does not provide an export named 'nothingOfThisName'): correct index.js at line 1.",
  'broken-empty-folder':
    'Plugin <path> has no index.js and no package.json that names its module: name a file in PLUGINS, or set "exports" in the plugin’s package.json.',
  'broken-no-entry':
    'Plugin <path> has no ./dist/index.js: name a file in PLUGINS, or set "exports" in the plugin’s package.json.',
  'broken-package-json': 'Plugin <path> has a package.json that is not JSON: correct the file.',

  'broken-no-name': 'Plugin <path> has no name: its default export must have `name`, the name of its package.',
  'broken-path-name':
    'Plugin <path> calls itself "../../escaped": a name must be one that npm would take, such as photofinch-folder or @me/photofinch-folder.',
  'broken-no-version':
    'Plugin broken-no-version has no version: its default export must have `version`, such as 1.0.0.',
  'broken-no-register':
    'Plugin broken-no-register has no register function: its default export must have `register(host)`.',
  'broken-no-api-version':
    'Plugin broken-no-api-version does not say its apiVersion: its default export must have apiVersion 1.',
  'broken-api-version-0':
    'Plugin broken-api-version-0 was written for plugin API 0, this server speaks 1: install a newer version of the plugin.',
  'broken-api-version-2':
    'Plugin broken-api-version-2 was written for plugin API 2, this server speaks 1: update the server, or install an older version of the plugin.',
  'broken-missing-option':
    'Plugin broken-missing-option needs BROKEN_MISSING_OPTION: set it to the colour of the sky, such as blue.',
  'broken-option-name':
    'Plugin broken-option-name declares the option "sky colour": options are environment variables and are named like FOLDER_PATH.',
  'broken-option-undescribed':
    'Plugin broken-option-undescribed does not describe its option SKY_COLOUR: give it `describe`, with an example.',

  'broken-throws':
    'Plugin broken-throws does not start (the moon is not full): correct that, or take it out of PLUGINS.',
  'broken-rejects':
    'Plugin broken-rejects does not start (first line second line [31m red): correct that, or take it out of PLUGINS.',
  'broken-throws-string':
    'Plugin broken-throws-string does not start (just a word): correct that, or take it out of PLUGINS.',
  'broken-throws-undefined':
    'Plugin broken-throws-undefined does not start (undefined): correct that, or take it out of PLUGINS.',
  'broken-secret-leak':
    'Plugin broken-secret-leak does not start (cannot log in with …): correct that, or take it out of PLUGINS.',
  'broken-hangs': 'Plugin broken-hangs has not registered within 0.3 s: see what its register(host) waits for.',

  'broken-unknown-kind':
    'Plugin broken-unknown-kind provides "coffee", which the server does not know: what can be provided is photo-source, ml-provider, second-factor, backups, vector-index.',
  'broken-source-without-open':
    'Plugin broken-source-without-open provides a photo-source without open: every method of the contract is needed.',
  'broken-backups-without-prune':
    'Plugin broken-backups-without-prune provides a backups without prune: every method of the contract is needed.',
  'broken-factor-without-disable':
    'Plugin broken-factor-without-disable provides a second-factor without disable: every method of the contract is needed.',
  'broken-swallows':
    'Plugin broken-swallows provides a photo-source without health, timeline, changes, nodes, albums, albumPhotos, thumbnail, open: every method of the contract is needed.',
  'broken-two-sources': 'Plugin broken-two-sources provides a photo-source twice: it may provide one.',
  'broken-route-outside-api':
    'Plugin broken-route-outside-api has a route GET "/broken" outside of /api/: all routes of plugins begin with /api/.',
  'broken-route-for-nobody':
    'Plugin broken-route-for-nobody does not say who may call GET "/api/broken/{id}": give access: none, read, write, admin.',
  'broken-audit':
    'Plugin broken-audit has an audit of GET "/api/broken" that is no function: leave it out or make it `audit(call, answer)`.',
  'broken-duplicate-route':
    'Plugin broken-duplicate-route has the route GET /api/broken/{name} twice: it may have it once.',
  'broken-health-check': 'Plugin broken-health-check has a health check moon that cannot run: give it `run`.',
};

/** Names that lead to no plugin. */
const nowhere: Readonly<Record<string, string>> = {
  './no/such/folder': 'Plugin ./no/such/folder is not there: correct the path in PLUGINS.',
  'photofinch-no-such-plugin':
    'Plugin photofinch-no-such-plugin is not shipped with the server and not installed: correct it in PLUGINS, or run npm install photofinch-no-such-plugin in the folder where the server starts.',
  '@/..': 'Plugin @/.. is neither a path nor a package name: correct it in PLUGINS.',
  'a\nb': 'Plugin a b is neither a path nor a package name: correct it in PLUGINS.',
};

describe('a plugin that cannot be used stops the start with one line', () => {
  for (const [name, line] of Object.entries(museum)) {
    it(name, async () => {
      const environment = { BROKEN_SECRET: 'tell nobody' };
      const fault = await faultOf({ plugins: [fixture(name)], environment, timeLimit: 300 });
      expect(fault).to.be.instanceOf(StartupError);
      expect((fault as Error).message).to.equal(line.replace('<path>', fixture(name)));
    });
  }

  for (const [name, line] of Object.entries(nowhere)) {
    it(JSON.stringify(name), async () => {
      const fault = await faultOf({ plugins: [name] });
      expect(fault).to.be.instanceOf(StartupError);
      expect((fault as Error).message).to.equal(line);
    });
  }
});
