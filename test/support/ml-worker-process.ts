import { spawn, type ChildProcess } from 'node:child_process';
import { endProcess } from './child-process.ts';
import { photofinchMlWorker } from './programs.ts';
import { until } from './until.ts';

/** The real worker as a separate process. */
export class MlWorkerProcess {
  readonly child: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.#output += chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#output += chunk));
  }

  /** Resolves once it has printed its fingerprint. @throws Error with its output if it ends before that */
  static async start(
    environment: Readonly<Record<string, string>>,
    { through = [] }: { through?: readonly string[] } = {},
  ): Promise<MlWorkerProcess> {
    const [program = '', ...rest] = [...through, process.execPath, ...photofinchMlWorker];
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(program, rest, {
      env: { PATH, HOME, ML_BUILT_IN: 'none', ML_EXECUTION: 'cpu', LOG_LEVEL: 'debug', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const worker = new MlWorkerProcess(child);
    await until(() => {
      // It may have printed the fingerprint and ended at once.
      if (worker.#fingerprint !== undefined) return true;
      if (child.exitCode !== null) throw new Error(`the worker ended:\n${worker.output}`);
      return false;
    });
    return worker;
  }

  get fingerprint(): string {
    return this.#fingerprint ?? '';
  }

  /** Its output so far. */
  get output(): string {
    return this.#output;
  }

  get #fingerprint(): string | undefined {
    return /fingerprint (\S+)/.exec(this.#output)?.[1];
  }

  /** Asks the worker to end. @returns its exit code */
  stop(): Promise<number | null> {
    return endProcess(this.child, 'SIGTERM');
  }

  async kill(): Promise<void> {
    await endProcess(this.child, 'SIGKILL');
  }
}
