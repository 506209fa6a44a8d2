interface Settings {
  readonly processes: number;
  /** Seconds. */
  readonly idleStop: number;
  /** An address without a slash at its end. */
  readonly mirror: string | undefined;
  /** Names of packs, the best first. */
  readonly preferred: readonly string[];
}

/** More of them would take memory for the same models again, while few have so many photos at a time. */
const mostProcesses = 8;

/**
 * @param cores of this machine
 * @throws Error of one sentence that names the variable
 */
export function readSettings(options: Readonly<Record<string, string | undefined>>, cores: number): Settings {
  return {
    processes: number(options, 'ML_PROCESSES', 1, 64) ?? Math.min(mostProcesses, cores),
    idleStop: number(options, 'ML_IDLE_STOP', 1, 86_400) ?? 300,
    mirror: mirror(options['MODELS_URL']),
    preferred: (options['ML_PACKS'] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

function mirror(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error('MODELS_URL must be an address that begins with https:// or http://');
  }
  return text.replace(/\/+$/, '');
}

function number(
  options: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number of ${least} to ${most}`);
  }
  return value;
}
