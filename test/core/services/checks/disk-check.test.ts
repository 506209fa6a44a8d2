import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { diskCheck } from '../../../../core/services/checks/disk-check.ts';

const { signal } = new AbortController();

describe('the check of the disk', () => {
  let folder: string;
  let mounted = false;

  beforeEach(function () {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0;
    if (!mounted) {
      console.log('      (only root can mount a disk of its own)');
      this.skip();
    }
  });
  afterEach(() => {
    if (mounted) execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  const check = () => diskCheck(folder, 4 * 1024 * 1024).run({ signal });
  const leave = (bytes: number): void => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - bytes));
  };

  it('reports the free space, and leaves no file behind', async () => {
    const { ok, detail } = await check();
    expect(ok, detail).to.equal(true);
    expect(detail).to.equal('The disk of the data folder has 8 MB left.');
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('warns before the disk is full', async () => {
    leave(2 * 1024 * 1024);
    expect(await check()).to.deep.equal({
      ok: false,
      detail: 'The disk of the data folder has 2 MB left: free some, at least 4 MB.',
    });
  });

  it('reports a full disk', async () => {
    leave(0);
    expect(await check()).to.deep.equal({
      ok: false,
      detail: 'The disk of the data folder is full: free some space.',
    });
    expect(readdirSync(folder)).to.deep.equal(['ballast']);
  });

  it('reports a disk that cannot be written', async () => {
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const { ok, detail } = await check();
    expect(ok).to.equal(false);
    expect(detail).to.match(/cannot be written \(EROFS\)/);
  });
});
