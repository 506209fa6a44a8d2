let isOurs = false;

/** Ends the process. Otherwise, a plugin would be named that seems to have done so. */
export function exitProgram(code: number): never {
  isOurs = true;
  process.exit(code);
}

/** Whether the program ends the process itself. */
export const isOwnExit = (): boolean => isOurs;
