import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BackupRig, filesIn, quiet } from '../../../support/backup-rig.ts';
import { skip } from '../../../support/skip.ts';
import { until } from '../../../support/until.ts';

const tooLittleRoom =
  'No snapshot could be taken: the disk of the snapshots has too little room; free some space, remove old snapshots, or set BACKUP_DIR to a folder on another disk.';

describe('the disk of the snapshots', () => {
  let folder: string;
  let disk: string;
  let rig: BackupRig;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    disk = join(folder, 'disk');
    mkdirSync(disk);
  });
  afterEach(async () => {
    await rig.close();
    execFileSync('umount', [disk], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });

  function mount(context: Mocha.Context, options: string): void {
    rig = new BackupRig(join(folder, 'data'), join(disk, 'backups'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip(context, 'nothing may be mounted');
    }
  }

  const failure = async (): Promise<string> => {
    const taken = await rig.snapshots.take({ signal: quiet() }).catch((error: unknown) => error as Error);
    return taken instanceof Error ? taken.message : expect.fail('it was to fail');
  };

  it('is not written at all if it has too little room', async function () {
    mount(this, 'size=70m');
    rig.fill(10);
    expect(await failure()).to.equal(tooLittleRoom);
    expect(filesIn(rig.backups)).to.deep.equal([]);
  });

  it('holds no incomplete snapshot if another program fills it, and works again once there is room', async function () {
    mount(this, 'size=150m');
    rig.fill(20);
    const failing = failure();
    await until(() => existsSync(rig.backups) && filesIn(rig.backups).length > 0);
    fillUp(join(disk, 'video'));
    expect(await failing).to.equal(tooLittleRoom);
    expect(filesIn(rig.backups)).to.deep.equal([]);
    rmSync(join(disk, 'video'));
    expect(await rig.snapshots.take({ signal: quiet() })).to.include({ verified: true });
  });

  it('is reported if it is read-only, and its snapshots are still listed', async function () {
    mount(this, 'size=150m');
    const taken = await rig.snapshots.take({ signal: quiet() });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await failure()).to.match(/^No snapshot could be taken: the folder of the snapshots cannot be written;/);
    expect(await rig.another().list()).to.deep.equal([taken]);
    expect(await rig.snapshots.remove(taken.name).catch((error: unknown) => error)).to.include({
      message:
        'The snapshot could not be removed: the folder of the snapshots cannot be written; make it writable, or set BACKUP_DIR to another one.',
    });
  });
});

/** Writes a file until the disk is full. */
function fillUp(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'));
  const handle = openSync(file, 'w');
  try {
    const block = Buffer.alloc(bsize, 1);
    for (let left = bavail + 10; left > 0; left -= 1) writeSync(handle, block);
  } catch (error) {
    expect(error).to.include({ code: 'ENOSPC' });
  } finally {
    closeSync(handle);
  }
}
