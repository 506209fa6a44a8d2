const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const { join } = require('node:path');

/*
 * Temporary files of a run are in one folder, which goes with the run. It is in memory where there is room: tests open thousands
 * of small databases, and a disk takes longer to sync their files than the tests take to compute.
 */

const memory = '/dev/shm';
// Short: the address of a socket has at most 107 bytes.
const prefix = 'pf-';
/** Bytes; a run needs about a tenth of it at once. */
const room = 4 * 1024 ** 3;

/** Whether files can be kept in memory: enough of them, and programs among them. */
function hasRoom() {
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= room && os.freemem() >= 2 * room;
  } catch {
    return false;
  }
}

/** Many containers let nothing be run from there, which some tests do. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  fs.rmSync(program);
  return status === 0;
}

/** Whether the folder of this name is of a run that was killed. Numbers of processes come again, also that of this one. */
function isLeftover(name) {
  const pid = new RegExp(`^${prefix}(\\d+)$`).exec(name)?.[1];
  return pid !== undefined && (Number(pid) === process.pid || !fs.existsSync(`/proc/${pid}`));
}

function removeLeftovers(place) {
  for (const name of fs.readdirSync(place)) {
    if (isLeftover(name)) {
      try {
        fs.rmSync(join(place, name), { recursive: true, force: true });
      } catch {
        // In use: a store that is still mounted there, or another run that removes it too. No test of this run fails for it.
      }
    }
  }
}

function makeRoot() {
  for (const place of [...(hasRoom() ? [memory] : []), os.tmpdir()]) {
    removeLeftovers(place);
    const root = join(place, `${prefix}${process.pid}`);
    // Some tests are another user for a while; the folders in it are for one user alone.
    fs.mkdirSync(root);
    process.once('exit', () => {
      try {
        fs.rmSync(root, { recursive: true, force: true });
      } catch (error) {
        // A process that is about to end has written there meanwhile. The next run removes it; this one ends as its tests did.
        console.error(`could not remove ${root}: ${error.message}`);
      }
    });
    if (place === memory && !runsPrograms(root)) continue;
    // What tsx has compiled is used again by the next run.
    const compiled = `tsx-${process.getuid()}`;
    fs.symlinkSync(join(os.tmpdir(), compiled), join(root, compiled));
    return root;
  }
}

// Workers of a parallel run have it from the process that started them.
process.env.TEST_TEMP_ROOT ??= makeRoot();
process.env.TMPDIR = process.env.TEST_TEMP_ROOT;
