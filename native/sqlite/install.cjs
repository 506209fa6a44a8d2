// Runs after every `npm install` and `npm ci`. Where the driver brings its binaries along nothing is to be done; elsewhere
// the other line is compiled, unless that was done before. Its sources lie in the packed program; where the program is worked
// on they come from npm's registry. Nothing else is fetched.
'use strict';

const { spawnSync } = require('node:child_process');
const { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { isCompiled, loadDriver } = require('./driver.cjs');

const folder = join(__dirname, 'node-20');
const compiled = join(folder, 'node_modules', 'better-sqlite3');
/** Put there by `scripts/prepack.js`. */
const sources = join(folder, 'sources');

keepPrebuilt(join(__dirname, '../../package-lock.json'));
if (isCompiled && !isThere()) install();

/**
 * The driver's own package says `"gypfile": false`: nothing is to be compiled. npm forgets that when it writes its lock file,
 * and `npm ci` would then call node-gyp, which fails without Python. So `npm install` is corrected here.
 */
function keepPrebuilt(file) {
  // There is one where the program is worked on, and none where it is used.
  if (!existsSync(file)) return;
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const { gypfile, ...driver } = lock.packages['node_modules/better-sqlite3'];
  if (gypfile === false) return;
  const { name, version, ...rest } = driver;
  lock.packages['node_modules/better-sqlite3'] = { name, version, gypfile: false, ...rest };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Of the version that is wanted, and for this Node. */
function isThere() {
  try {
    const { version } = require(join(compiled, 'package.json'));
    const wanted = require(join(folder, 'package-lock.json')).packages['node_modules/better-sqlite3'].version;
    new (loadDriver())(':memory:').close();
    return version === wanted;
  } catch {
    return false;
  }
}

function install() {
  const { npm_execpath: npm, npm_config_node_gyp: nodeGyp } = process.env;
  if (!npm || !nodeGyp) fail('it is compiled by npm: run `npm run postinstall` in the folder of photofinch');
  const headers = [dirname(dirname(process.execPath)), process.env.npm_config_nodedir ?? ''].find((place) =>
    existsSync(join(place, 'include', 'node', 'node.h')),
  );
  if (!headers) fail("Node's headers are missing (Debian: libnode-dev); npm_config_nodedir may say where they are");
  console.log(`Compiling SQLite's driver for Node ${process.versions.node}: this takes a minute or two.`);
  // Where the program is worked on there is a lock file, and `sources` may be older.
  if (existsSync(sources) && !existsSync(join(__dirname, '../../package-lock.json'))) {
    cpSync(sources, join(folder, 'node_modules'), { recursive: true });
  } else {
    // Its own way to install itself would first look for a binary outside of npm.
    run(npm, ['ci', '--ignore-scripts', '--global=false', '--location=project', `--prefix=${folder}`], folder);
  }
  run(nodeGyp, ['rebuild', '--release', '--jobs=2', `--nodedir=${headers}`], compiled);
  if (!isThere()) fail(`what was compiled does not run; the headers were those in ${headers}`);
  keepDriverAlone();
}

/** Of 23 MB that compiling leaves behind, 2 are the driver. */
function keepDriverAlone() {
  const [build, driver] = [join(compiled, 'build'), join('Release', 'better_sqlite3.node')];
  const kept = join(compiled, 'kept.node');
  renameSync(join(build, driver), kept);
  rmSync(build, { recursive: true });
  cpSync(kept, join(build, driver));
  rmSync(kept);
}

function run(script, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  if (status === 0) return;
  console.error(stdout, stderr, error ?? '');
  fail('make, g++ and Python 3 are needed');
}

function fail(reason) {
  console.error(
    `SQLite's driver cannot be compiled for Node ${process.versions.node}: ${reason}. Node 22.14 or newer needs no compiler.`,
  );
  process.exit(1);
}
