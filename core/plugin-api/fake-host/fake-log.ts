import type { PluginLog } from '../plugin.ts';

export interface LogLine {
  readonly level: keyof PluginLog;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A log that collects its lines. @param lines to which each line is added */
export function fakeLog(lines: LogLine[]): PluginLog {
  const at =
    (level: keyof PluginLog) =>
    (message: string, facts: Record<string, unknown> = {}): void => {
      lines.push({ level, message, facts });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
