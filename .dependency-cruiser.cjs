/** Which layers may import each other: data flows source → indexer → index → services → HTTP → web. */
const only = (name, from, to) => ({
  name,
  comment: `${from} may import only: ${to.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: from },
  to: { path: '^(core|plugins|web)/', pathNot: [from, ...to] },
});

/** Modules of the toolkit without imports: the pure layers may import these, each by its own file. */
const pure =
  '^core/plugin-api/toolkit/(boxes|error-code|exif-values|id-set|mass-loss|retry-delay|time-text|wall-clock|word-forms)\\.ts$';

/** Tables with the names of towns in the languages of the page, and their reader. */
const townTables = '^core/domain/town-names/(german|french|town-table)\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('domain-imports-nothing', '^core/domain/', [pure]),
    only('plugin-api-imports-nothing', '^core/plugin-api/', []),
    {
      name: 'pure-toolkit-imports-nothing',
      comment: 'importing one of these loads no library',
      severity: 'error',
      from: { path: pure },
      to: {},
    },
    only('threads', '^core/threads/', ['^core/plugin-api/toolkit/']),
    only('encryption', '^core/encryption/', ['^core/domain/', '^core/plugin-api/toolkit/', '^core/threads/']),
    only('settings', '^core/settings/', ['^core/domain/', '^core/plugin-api/toolkit/']),
    only('db', '^core/db/', ['^core/domain/', '^core/plugin-api/toolkit/']),
    only('store', '^core/store/', ['^core/db/', '^core/domain/', pure]),
    only('timeline', '^core/timeline/', ['^core/store/', '^core/db/', '^core/domain/', pure]),
    only('media', '^core/media/', ['^core/domain/', '^core/plugin-api/', '^core/threads/']),
    only('vectors', '^core/vectors/', ['^core/store/', '^core/domain/', '^core/plugin-api/', '^core/threads/']),
    only('services', '^core/services/', [
      '^core/(timeline|store|media|encryption)/',
      '^core/threads/pause',
      '^core/domain/',
      '^core/plugin-api/',
    ]),
    only('indexer', '^core/indexer/', ['^core/(store|media)/', '^core/domain/', '^core/plugin-api/', '^core/threads/']),
    only('http', '^core/http/', [
      '^core/services/',
      '^core/encryption/slots\\.ts$',
      '^core/timeline/(photo-filter|anchors)\\.ts$',
      '^core/domain/',
      '^core/plugin-api/',
    ]),
    only('plugin-host', '^core/plugins/', ['^core/plugin-api/', '^core/store/', '^core/domain/']),
    only('upkeep', '^core/upkeep/', [
      '^core/(db|encryption|store|services|settings|threads)/',
      '^core/domain/',
      '^core/plugin-api/',
    ]),
    only('ml-worker', '^core/ml-worker/', [
      '^core/(domain|plugins|settings)/',
      '^core/plugin-api/',
      '^plugins/ml-nats/(nats|wire|worker)/',
    ]),
    only('compose', '^core/compose/', ['^core/(?!main\\.ts|cli/)']),
    // Only types: of the schemas, and what the API defines in terms of the domain.
    only('wire-is-types-alone', '^core/http/wire(/|\\.ts$)', [
      '^core/http/schemas/',
      '^core/domain/(errors|photo-kind|photo-rule)\\.ts$',
    ]),
    only('packages-import-nothing', '^packages/', []),
    {
      name: 'shipped-plugins-import-the-contract-alone',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/' },
      to: {
        path: '^(core|plugins|web)/',
        pathNot: ['^plugins/$1/', '^core/plugin-api/(index|contract-tests|toolkit/index)\\.ts$'],
      },
    },
    // The names of towns are an exception.
    only('web-imports-wire-types-alone', '^web/', ['^core/http/wire(/|\\.ts$)', townTables]),
    only('web-state-knows-nothing-of-the-page', '^web/state/', ['^core/http/wire(/|\\.ts$)', townTables]),
    only('web-api', '^web/api/', ['^core/http/wire(/|\\.ts$)', '^web/state/']),
    {
      name: 'web-state-draws-nothing',
      severity: 'error',
      from: { path: '^web/(state|api|strings)/' },
      to: { path: 'node_modules/preact/' },
    },
    {
      name: 'web-actions-draw-nothing',
      severity: 'error',
      from: { path: '^web/actions/' },
      to: { path: '^web/(components|pages)/' },
    },
    {
      name: 'web-pages-compose-components',
      comment: 'never the other way round',
      severity: 'error',
      from: { path: '^web/components/' },
      to: { path: '^web/pages/' },
    },
    {
      name: 'one-place-chooses-the-database-driver',
      comment: 'openSqlite of photofinch/plugin-api/toolkit opens files with the driver that fits the Node',
      severity: 'error',
      from: { path: '^(core|plugins|web|test|scripts)/', pathNot: '^core/plugin-api/toolkit/sqlite\\.ts$' },
      to: { path: '(node_modules/(@types/)?better-sqlite3/|^native/sqlite/)' },
    },
    {
      name: 'only-compose-knows-the-container',
      severity: 'error',
      from: { path: '^(core|plugins|web)/', pathNot: '^core/(compose/|main\\.ts$)' },
      to: { path: 'node_modules/tsyringe/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
    exclude: { path: '^(dist|core/plugin-api/package)/' },
  },
};
