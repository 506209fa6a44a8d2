import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeHostOfShipped as fakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import type { BackupTarget } from '../../../core/plugin-api/index.ts';
import plugin from '../../../plugins/backup-remote/index.ts';
import { rcloneInstalled } from '../../support/rclone.ts';
import { skip } from '../../support/skip.ts';
import { WebDav } from '../../support/webdav.ts';

/** The remote of a suite: the WebDAV server of rclone. Skips the suite if rclone is not installed. */
export function useRemote() {
  let root: string;
  let dav: WebDav;
  let folders = 0;
  before(async function () {
    if (!rcloneInstalled) skip(this, 'rclone is not installed');
    root = mkdtempSync(join(tmpdir(), 'photofinch-'));
    dav = await WebDav.start(root);
  });
  after(async () => {
    if (rcloneInstalled) await dav.stop();
    if (root) rmSync(root, { recursive: true });
  });
  return {
    /** A temporary folder. */
    root: () => root,
    dav: () => dav,
    /** A target with its own folder on the server. */
    newTarget: async (environment: Record<string, string> = {}) => {
      const folder = `copies-${++folders}`;
      const settings = { BACKUP_REMOTE: `dav:${folder}`, BACKUP_REMOTE_CONFIG: dav.config, ...environment };
      const fake = await fakeHost(plugin, { environment: settings });
      const target: BackupTarget = fake.provided('backup-target');
      return { target, folder: join(dav.folder, folder), cleanup: () => fake.stop() };
    },
  };
}
