import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { describeBackupTarget } from '@photofinch/plugin-api/contract-tests';
import { fakeHost } from '@photofinch/plugin-api/fake-host';
import plugin from '../index.js';

async function begin(keep) {
  const disk = await mkdtemp(join(tmpdir(), 'disk-'));
  const folder = join(disk, 'copies');
  const fake = await fakeHost(plugin, { environment: { MY_PLUGIN_FOLDER: folder, MY_PLUGIN_KEEP: keep } });
  const cleanup = async () => {
    await fake.stop();
    await rm(disk, { recursive: true, force: true });
  };
  return { target: fake.provided('backup-target'), disk, folder, cleanup };
}

// All that the server expects of a backup target.
describeBackupTarget(async () => {
  const { target, folder, cleanup } = await begin('2');
  const read = async (name) => ({
    bytes: await readFile(join(folder, name)),
    record: await readFile(join(folder, `${name}.json`), 'utf8'),
  });
  return { target, read, cleanup };
});

describe('photofinch-my-plugin', () => {
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const nameOf = (day) => `index-202611${day}T030000.000Z.sqlite3`;
  const snapshot = (day, newest = day) => ({
    name: nameOf(day),
    newest: nameOf(newest),
    size: 5,
    sha256: createHash('sha256').update('bytes').digest('hex'),
    createdAt: 0,
    record: '{}',
    open: () => Readable.from([Buffer.from('bytes')]),
  });

  it('keeps the newest few, and takes none that is older', async () => {
    const { target, cleanup } = await begin('2');
    for (const day of ['11', '12', '13']) await target.keep(snapshot(day), options);
    await target.keep(snapshot('10', '13'), options);
    const copies = await target.list(options);
    assert.deepEqual(
      copies.map(({ name }) => name),
      [nameOf('13'), nameOf('12')],
    );
    await cleanup();
  });

  it('says so when the disk is not there', async () => {
    const { target, disk, cleanup } = await begin('2');
    await rm(disk, { recursive: true });
    await assert.rejects(target.keep(snapshot('11'), options), /ENOENT/);
    await cleanup();
  });

  it('does not start with a number of copies that is none', async () => {
    await assert.rejects(begin('many'), /must be a whole number/);
  });
});
