import type { LoadStep } from '../../../core/plugins/load.ts';
import { fixture } from './loading.ts';

/** The error line for each broken plugin; `<path>` stands for its entry in PLUGINS. */
export const museum: Readonly<Record<string, string>> = {
  'broken-syntax': `Plugin <path> cannot be read (Unexpected identifier 'version'): correct index.js or a file that it imports.`,
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
    'Plugin <path> has no index.js and no package.json that names its module: name a file, or set "exports" in the plugin’s package.json.',
  'broken-no-entry':
    'Plugin <path> has no ./dist/index.js: name a file, or set "exports" in the plugin’s package.json.',
  'broken-package-json': 'Plugin <path> has a package.json that is not JSON: correct the file.',

  'broken-commonjs-contract':
    'Plugin <path> is CommonJS: plugins are ES modules, so compile it with "module": "NodeNext" and set "type": "module" in its package.json.',
  'broken-commonjs-in-module':
    'Plugin <path> is CommonJS: plugins are ES modules, so compile it with "module": "NodeNext" and set "type": "module" in its package.json.',

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
  'broken-setting-key': 'Plugin broken-setting-key declares the setting "a key": settings are named like FOLDER_PATH.',
  'broken-setting-type':
    'Plugin broken-setting-type does not say the type of its setting MOON: give it type: text, secret, number, switch, choice, list.',
  'broken-setting-choices':
    'Plugin broken-setting-choices has wrong choices of its setting MOON: give `choices`, a list of words, to a choice and to nothing else.',
  'broken-setting-default':
    'Plugin broken-setting-default has a default of MOON that must be a number: correct it or leave it out.',
  'broken-setting-secret':
    'Plugin broken-setting-secret has a default of its secret MOON: leave it out: everybody could read it.',
  'broken-setting-require':
    'Plugin broken-setting-require has `require` in its setting MOON, which the server does not know: call it `required`.',

  'broken-option': 'Plugin broken-option has `option`, which the server does not know: call it `options`.',
  'broken-option-require':
    'Plugin broken-option-require has `require` in its option SKY_COLOUR, which the server does not know: call it `required`.',
  'broken-shipped-name':
    'Plugin <path> calls itself takeout-source, as a plugin that comes with the server: give it another name.',

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
    'Plugin broken-unknown-kind provides "coffee", which the server does not know: what can be provided is photo-source, ml-provider, second-factor, backups, vector-index, event-sink, backup-target, sign-in.',
  'broken-source-without-open':
    'Plugin broken-source-without-open provides a photo-source without open: every method of the contract is needed.',
  'broken-backups-without-prune':
    'Plugin broken-backups-without-prune provides a backups without prune: every method of the contract is needed.',
  'broken-factor-without-disable':
    'Plugin broken-factor-without-disable provides a second-factor without disable: every method of the contract is needed.',
  'broken-target-without-list':
    'Plugin broken-target-without-list provides a backup-target without list: every method of the contract is needed.',
  'broken-two-targets': 'Plugin broken-two-targets provides a backup-target twice: it may provide one.',
  'broken-factor-begin':
    'Plugin broken-factor-begin provides a second-factor whose begin is not a function: leave it out or make it one.',
  'broken-factor-label':
    'Plugin broken-factor-label provides a second-factor whose label is no text: give a text, or one for each language as in { en, de, fr }.',
  'broken-factor-pattern':
    'Plugin broken-factor-pattern provides a second-factor whose codeField has a pattern that is none: write it as for HTML.',
  'broken-factor-prompt':
    'Plugin broken-factor-prompt provides a second-factor whose prompt names no module: name one of its pages: /plugins/<name>/prompt.js.',
  'broken-factor-enrolment':
    'Plugin broken-factor-enrolment provides a second-factor whose enrolment names no page: name one of its folders: /plugins/<name>/.',
  'broken-two-factors': 'Plugin broken-two-factors provides a second-factor twice: it may provide one.',
  'broken-index-encryption':
    'Plugin broken-index-encryption provides a vector-index whose encryptsCaches is not true: leave it out where `open` does not heed `key`.',
  'broken-sink-without-take':
    'Plugin broken-sink-without-take provides an event-sink without take: every method of the contract is needed.',
  'broken-sink-kinds':
    'Plugin broken-sink-kinds provides an event-sink for "photo.liked", which never happens: what happens is photo.indexed, photo.changed, photo.gone, person.named, person.merged, backup.taken, sign-in.',
  'broken-sign-in-of-nobody':
    'Plugin broken-sign-in-of-nobody provides a sign-in that signs nobody in: give it a button, or `bearer`.',
  'broken-sign-in-button':
    'Plugin broken-sign-in-button provides a sign-in whose button starts at "https://elsewhere.example/": begin at a route of the plugin’s own.',
  'broken-sign-in-start':
    "Plugin broken-sign-in-start provides a sign-in whose button starts at /plugins/broken-sign-in-start/begin, where it has no route: give host.routes GET /plugins/broken-sign-in-start/begin with access: 'none'.",
  'broken-factor-page':
    'Plugin broken-factor-page provides a second-factor whose enrolment is /plugins/broken-factor-page/, where it has no page: put it into the folder of host.pages, and see what stands after /plugins/.',
  'broken-token-scope':
    'Plugin broken-token-scope has a tokenScope of GET "/api/broken" that the server does not know: leave it out or use library, shares, server, server-write.',
  'broken-swallows':
    'Plugin broken-swallows provides a photo-source without health, timeline, changes, nodes, albums, albumPhotos, thumbnail, open: every method of the contract is needed.',
  'broken-two-sources': 'Plugin broken-two-sources provides a photo-source twice: it may provide one.',
  'broken-route-outside-api':
    'Plugin broken-route-outside-api has a route GET "/broken" outside of /api/: all routes of plugins begin with /api/, or with /plugins/broken-route-outside-api/.',
  'broken-route-for-nobody':
    'Plugin broken-route-for-nobody does not say who may call GET "/api/broken/{id}": give access: none, read, write, admin.',
  'broken-route-param':
    'Plugin broken-route-param has `param` in its route GET "/api/broken/{id}", which the server does not know: call it `params`.',
  'broken-audit':
    'Plugin broken-audit has an audit of GET "/api/broken" that is no function: leave it out or make it `audit(call, answer)`.',
  'broken-duplicate-route':
    'Plugin broken-duplicate-route has the route GET /api/broken/{name} twice: it may have it once.',
  'broken-route-of-another':
    'Plugin broken-route-of-another has a route POST "/plugins/auth-totp/callback" outside of /api/: all routes of plugins begin with /api/, or with /plugins/broken-route-of-another/.',
  'broken-media':
    'Plugin broken-media does not say what GET "/api/broken" answers: give `answer`, a Standard Schema such as joi 18’s, or { media: [types] }.',
  'broken-raw':
    'Plugin broken-raw has a largestBody of POST "/plugins/broken-raw/hook" that is no size: give bytes, up to 67108864.',
  'broken-needs':
    'Plugin broken-needs needs Photofinch >=99, this is 0.1.0: update the server, or install another version of the plugin.',
  'broken-needs-no-range':
    'Plugin broken-needs-no-range needs "the newest" of the server: write a range of versions, such as >=0.3 or ^1.2.',
  'broken-pages-folder':
    'Plugin broken-pages-folder has pages without a folder: give an absolute path, or new URL("./pages/", import.meta.url).',
  'broken-pages-menu': 'Plugin broken-pages-menu does not say who sees its menu: give role: read, write, admin.',
  'broken-pages-without-index': `Plugin broken-pages-without-index has a menu of pages without index.html: put one into ${fixture('broken-pages-without-index')}/, or leave the menu out.`,
  'broken-pages-twice': 'Plugin broken-pages-twice has pages twice: call host.pages once, with one folder.',
  'broken-two-checks': 'Plugin broken-two-checks has the health check moon twice: it may have it once.',
  'broken-two-sinks': 'Plugin broken-two-sinks provides an event-sink twice: it may provide one.',
  'broken-routes-not-listed':
    'Plugin broken-routes-not-listed gives routes that are not a list: give host.routes a list.',
  'broken-button-lines':
    'Plugin broken-button-lines provides a sign-in whose button has no label: give it a text, or `{ en, de, fr }`.',
  'broken-health-check': 'Plugin broken-health-check has a health check moon that cannot run: give it `run`.',
};

/** The step at which a plugin hangs. It never completes there, so no limit is too short, even on a slow machine. */
export const hangsAt: Readonly<Record<string, LoadStep>> = {
  'broken-import-hangs': 'import',
  'broken-hangs': 'register',
};

/** Plugins whose module cannot be imported, so that nothing is registered. */
export const notImported: readonly string[] = [
  ...['broken-syntax', 'broken-import-throws', 'broken-missing-dependency', 'broken-missing-file'],
  ...['broken-missing-name', 'broken-empty-folder', 'broken-no-entry', 'broken-package-json'],
  ...['broken-commonjs-contract', 'broken-commonjs-in-module'],
];

/** Milliseconds after which a hanging plugin is aborted. */
export const hangLimit = 300;
