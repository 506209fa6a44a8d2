import { PluginFault } from './fault.ts';
import { isOwnExit } from './own-exit.ts';

/**
 * Runs a step of a plugin's start. If the plugin ends the program meanwhile, as `process.exit()` does, it is named, and the
 * program fails: nobody could tell why a server has ended without a word. What the program ends itself has its own line.
 */
export async function namedOnExit<T>(plugin: string, step: () => Promise<T>): Promise<T> {
  const onExit = (code: number): void => {
    if (isOwnExit()) return;
    const fault = new PluginFault(plugin, 'ends the program while it starts', 'let it throw an error instead');
    process.stderr.write(`photofinch: ${fault.message}\n`);
    if (code === 0) process.exitCode = 1;
  };
  process.once('exit', onExit);
  try {
    return await step();
  } finally {
    process.off('exit', onExit);
  }
}
