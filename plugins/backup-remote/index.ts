import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { RemoteTarget } from './remote-target.ts';
import { remoteSettings } from './remote-settings.ts';

/** Copies snapshots to any storage that rclone supports. */
const plugin: Plugin = {
  name: 'backup-remote',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    BACKUP_REMOTE: {
      describe: 'a remote of rclone and a folder there, such as offsite:photofinch',
      // It may be a connection string with a password.
      secret: true,
    },
    BACKUP_REMOTE_CONFIG: { describe: 'the rclone.conf with that remote, where it is not rclone’s usual file' },
    BACKUP_REMOTE_KEEP: { describe: 'how many copies to keep there, such as 30' },
  },
  settings: {
    REMOTE: {
      label: 'Remote',
      describe: 'A remote from the server’s rclone.conf and a folder there, such as offsite:photofinch.',
      type: 'text',
      required: true,
    },
    KEEP: { label: 'Copies to keep', describe: 'How many stay there, such as 30.', type: 'number', default: 30 },
  },
  register(host) {
    // An invalid option prevents the start.
    remoteSettings(host.options, {});
    host.provide('backup-target', new RemoteTarget(() => remoteSettings(host.options, host.settings.get())));
  },
};

export default plugin;
