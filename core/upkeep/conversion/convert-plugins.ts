import { existsSync } from 'node:fs';
import { pluginFilesEncryption } from '../../encryption/plugin-files.ts';
import type { Conversion } from './conversion.ts';
import { convertDatabase, NotConvertible, settleDatabase } from './convert-database.ts';
import { formOf, type FileForm } from './file-form.ts';
import { pluginFolders } from './plugin-files.ts';

/**
 * Converts the databases of all plugins, each with its plugin's key, whether the plugin is enabled or not. Other files are
 * not converted but reported, since only the plugin knows their format.
 */
export async function convertPluginFiles(conversion: Conversion, dataDir: string): Promise<void> {
  for (const { plugin, files } of await pluginFolders(dataDir)) {
    for (const file of files) {
      conversion.signal.throwIfAborted();
      await convertPluginFile(conversion, plugin, file);
    }
  }
}

async function convertPluginFile(conversion: Conversion, plugin: string, file: string): Promise<void> {
  await settleDatabase(conversion, file);
  if (!existsSync(file)) return;
  const form = await formOf(file);
  if (form === (conversion.to === 'encrypted' ? 'plain database' : 'encrypted database')) {
    const encryption = pluginFilesEncryption(conversion.keys, plugin);
    await convertDatabase(conversion, file, { step: 'plugins', encryption, isPlugins: true }).catch(
      (error: unknown) => {
        if (!(error instanceof NotConvertible)) throw error;
        conversion.leave(file, `${error.message} It belongs to the plugin ${plugin}. Remove it if nobody needs it.`);
      },
    );
  } else if (form === leftForm[conversion.to]) conversion.leave(file, whyLeft[conversion.to](plugin));
}

/** The form of files that only their plugin could convert. */
const leftForm: Readonly<Record<Conversion['to'], FileForm>> = { encrypted: 'other', plain: 'sealed' };

const whyLeft: Readonly<Record<Conversion['to'], (plugin: string) => string>> = {
  encrypted: (plugin) =>
    `only the plugin ${plugin} can encrypt it. Remove it if the plugin makes it anew, or if nobody needs it.`,
  plain: (plugin) => `the plugin ${plugin} has encrypted it, and nothing can read it any more. Remove it.`,
};
