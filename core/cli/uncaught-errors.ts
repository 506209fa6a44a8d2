import { errorCode } from '../domain/error-code.ts';
import type { Log } from '../settings/log.ts';
import { thrownText } from '../plugins/fault.ts';
import type { PluginFaults } from '../plugins/plugin-faults.ts';
import { exitProgram, isOwnExit } from '../plugins/own-exit.ts';
import { runningPlugin } from '../plugins/running-plugin.ts';

/** Milliseconds for closing after an unexpected error. */
const patience = 12_000;

/** The running program: how to close it, and how to report the reason. */
interface RunningProgram {
  readonly log: Log;
  stop(): Promise<void>;
}

/**
 * Handles uncaught errors of the process. Those of plugins are counted, and the process continues. Any other is a bug that
 * may have left work half done: the program is closed, and the process ends with one line.
 */
class UncaughtErrors {
  #faults: PluginFaults | undefined;
  #running: RunningProgram | undefined;
  #ending = false;

  /** To be called once, before anything else is started. */
  watch(): void {
    process.on('exit', (code) => {
      if (this.#running && !isOwnExit()) tellExit(code);
    });
    process.on('uncaughtException', (error) => {
      if (!this.#faults?.take(error, 'exception')) this.#end(error);
    });
    process.stdout.on('error', (error) => {
      this.#outputFailed(error);
    });
    process.on('unhandledRejection', (reason) => {
      if (!this.#faults?.take(reason, 'rejection')) this.#end(reason);
    });
  }

  /**
   * `photofinch … | head -1`: nobody reads the rest. A server ends, too, if it prints something then; lines of its log alone
   * do not end it, since pino ignores EPIPE. What is printed while it ends fails in the same way, and is no further error.
   */
  #outputFailed(error: unknown): void {
    if (this.#ending) return;
    if (errorCode(error) === 'EPIPE' && !this.#running) exitProgram(1);
    this.#end(error);
  }

  /** Counts errors of plugins that are loaded from now on. */
  countIn(faults: PluginFaults): void {
    this.#faults = faults;
  }

  /** @param running closed if the process has to end; undefined when it has ended by itself */
  close(running: RunningProgram | undefined): void {
    this.#running = running;
  }

  #end(error: unknown): void {
    const running = this.#running;
    process.stderr.write(`photofinch: Unexpected error, the program stops: ${thrownText(error)}.\n`);
    if (!running || this.#ending) exitProgram(1);
    this.#ending = true;
    // pino tries without end to write a fatal line where nobody reads the output.
    if (errorCode(error) !== 'EPIPE') running.log.fatal({ err: error }, 'Unexpected error: the server stops');
    const end = (): void => exitProgram(1);
    setTimeout(end, patience);
    running.stop().then(end, end);
  }
}

/**
 * Tells of a server that something in this process ends by `process.exit`, so that nobody looks for the reason elsewhere. It
 * fails also with the exit code 0, since it has not been stopped.
 */
function tellExit(code: number): void {
  const plugin = runningPlugin();
  const who = plugin ? `Plugin ${plugin.name} has` : 'Something in this process, such as a plugin, has';
  process.stderr.write(`photofinch: ${who} ended the program with process.exit, exit code ${code}.\n`);
  if (code === 0) process.exitCode = 1;
}

export const uncaughtErrors = new UncaughtErrors();
