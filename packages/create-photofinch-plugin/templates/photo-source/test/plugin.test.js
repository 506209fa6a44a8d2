import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describePhotoSource } from '@photofinch/plugin-api/contract-tests';
import { fakeHost } from '@photofinch/plugin-api/fake-host';
import plugin from '../index.js';

/** The plugin with a folder of four pictures. */
async function withPictures() {
  const folder = await mkdtemp(join(tmpdir(), 'photofinch-my-plugin-'));
  for (const name of ['a', 'b', 'c', 'd'])
    await writeFile(join(folder, `${name}.jpg`), `the bytes of ${name}`.repeat(9));
  const fake = await fakeHost(plugin, { environment: { MY_PLUGIN_FOLDER: folder } });
  const cleanup = async () => {
    await fake.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { source: fake.provided('photo-source'), folder, cleanup };
}

// All that the server expects of a photo source.
describePhotoSource(withPictures, {
  change: ({ folder }) => rm(join(folder, 'b.jpg')),
  rename: ({ folder }) => rename(join(folder, 'c.jpg'), join(folder, 'z.jpg')),
  replace: ({ folder }) => writeFile(join(folder, 'd.jpg'), 'another picture under the same name'),
});

describe('photofinch-my-plugin', () => {
  it('says what is missing when no folder is set', async () => {
    await assert.rejects(fakeHost(plugin), /needs MY_PLUGIN_FOLDER: set it to the folder/);
  });

  it('tells a folder that is away from one that is empty', async () => {
    const { source, folder, cleanup } = await withPictures();
    const signal = new AbortController().signal;
    await rm(folder, { recursive: true });
    await assert.rejects(source.timeline({ cursor: null, limit: 10, signal }), { code: 'unreachable' });
    assert.equal((await source.health({ signal })).reachable, false);
    await cleanup();
  });
});
