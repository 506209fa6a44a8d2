const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const { join } = require('node:path');

/*
 * The temporary files of a test run are in one folder, which is deleted at its end. It is in memory if there is enough:
 * tests open thousands of small databases, and syncing their files to a disk takes longer than the tests themselves.
 */

const memory = '/dev/shm';
// A short path: the address of a Unix socket has at most 107 bytes.
const prefix = 'pf-';
/** Bytes; a test run needs about a tenth of it at a time. */
const room = 4 * 1024 ** 3;

/** Whether there is enough memory for the files. */
function hasRoom() {
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= room && os.freemem() >= 2 * room;
  } catch {
    return false;
  }
}

/** Many containers do not allow programs to run from there, which some tests need. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  fs.rmSync(program);
  return status === 0;
}

/** Whether the folder of this name was left by a killed run. Process ids are reused, even this one's. */
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
        // In use: by a store that is still mounted there, or by another run that also removes it. That must not fail a
        // test of this run.
      }
    }
  }
}

function makeRoot() {
  for (const place of [...(hasRoom() ? [memory] : []), os.tmpdir()]) {
    removeLeftovers(place);
    const root = join(place, `${prefix}${process.pid}`);
    // Some tests run as another user for a while. The folders within are private.
    fs.mkdirSync(root);
    process.once('exit', () => {
      try {
        fs.rmSync(root, { recursive: true, force: true });
      } catch (error) {
        // A process that is about to end has written there meanwhile. The next run removes the folder; the result of
        // this run stays the same.
        console.error(`could not remove ${root}: ${error.message}`);
      }
    });
    if (place === memory && !runsPrograms(root)) continue;
    // The next run reuses tsx's compiled files.
    const compiled = `tsx-${process.getuid()}`;
    fs.symlinkSync(join(os.tmpdir(), compiled), join(root, compiled));
    return root;
  }
}

// Workers of a parallel run inherit it from the process that started them.
process.env.TEST_TEMP_ROOT ??= makeRoot();
process.env.TMPDIR = process.env.TEST_TEMP_ROOT;
