import { asStartupError, interruptible } from './interrupt.ts';
import { withoutLibrary, withPluginsWithoutStore } from './open-index.ts';
import { PullProgress } from './pull-progress.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { StartupError } from '../domain/errors.ts';
import type { Config } from '../settings/env.ts';
import type { ModelPack, ModelPacks } from '../plugin-api/ml-provider.ts';

type Print = (line: string) => void;

/**
 * Prints a line for each pack: name, state, size, licence, purpose.
 * @throws StartupError
 */
export async function listModels(config: Config, print: Print): Promise<void> {
  await withPacks(config, async (packs) => {
    for (const pack of await packs.list()) {
      const { name, bytes, licence, summary, default: isDefault } = pack;
      print(`${name.padEnd(12)} ${stateOf(pack).padEnd(11)} ${bytesText(bytes).padStart(8)}  ${summary}`);
      print(`${' '.repeat(35)}${isDefault ? 'Default. ' : ''}Licence: ${licence}.`);
    }
  });
}

function stateOf({ state, builtIn }: ModelPack): string {
  if (!builtIn) return state;
  return state === 'installed' ? 'built in' : 'damaged';
}

/**
 * Installs packs; an interrupted download is continued the next time.
 * @param names empty for the default packs
 * @param from a folder with the files, used instead of the network
 * @throws StartupError
 */
export async function pullModels(
  config: Config,
  names: readonly string[],
  from: string | undefined,
  print: Print,
): Promise<void> {
  const progress = new PullProgress(process.stderr, print);
  try {
    await interruptible('Stopped. Run the command again to continue.', (signal) =>
      withPacks(config, (packs) => packs.pull(names, { from, signal, onProgress: progress.show })),
    );
    progress.end();
    print('Models installed. A running server finds them within seconds.');
  } catch (error) {
    progress.end();
    throw asStartupError(error);
  }
}

/** The packs of the plugin for machine learning. Models can be installed before there is any photo store. */
async function withPacks(config: Config, use: (packs: ModelPacks) => Promise<void>): Promise<void> {
  await withoutLibrary(config, (library) =>
    withPluginsWithoutStore(library, async ({ mlProvider }) => {
      if (!mlProvider?.packs) {
        throw new StartupError('The machine-learning plugin has no model packs to install.');
      }
      await use(mlProvider.packs);
    }),
  );
}
