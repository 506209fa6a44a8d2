// The one place that chooses SQLite's driver, for the program and for its installation.
//
// Line 13 of the driver brings its binaries along, for eight platforms, and needs Node-API 10: Node 22.14 or newer. On an
// older Node it crashes the process when the first database is opened. Line 12 is compiled for the Node that it runs on, and
// aborts the process on Node 24.19 and newer when a statement is garbage-collected.
'use strict';

/** Whether this Node needs the line that is compiled when the program is installed. */
const isCompiled = Number(process.versions.napi) < 10;

/** Where `install.cjs` puts the compiled one: a package apart, so that both can be there, and one tree serves any Node. */
const compiled = './node-20/node_modules/better-sqlite3';

/** Throws what Node throws of a module that is not there, or cannot be loaded. */
function loadDriver() {
  if (!isCompiled) return require('better-sqlite3');
  require(`${compiled}/build/Release/better_sqlite3.node`);
  return require(compiled);
}

module.exports = { isCompiled, loadDriver };
